import { shortcutText } from "../command-key.ts";
import { type PageKey, pageKeys } from "../hooks/use-page-keys.ts";
import { Modal } from "../modal.tsx";

/** Lists the keys of the current screen, and those of every screen. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { screen, area } = pageKeys();
  return (
    <Modal title="Keyboard shortcuts" width="lg" onClose={onClose}>
      <div className="grid gap-6">
        {screen.length > 0 && <Keys title="On this screen" keys={screen} />}
        <Keys
          title="On every screen"
          keys={[...area, { keys: shortcutText("K"), text: "Find anything, also while typing" }]}
        />
      </div>
    </Modal>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly PageKey[] }) {
  return (
    <section className="grid gap-2.5">
      <h3 className="text-note font-semibold">{title}</h3>
      <dl className="m-0 grid gap-x-6 gap-y-2.5 sm:grid-cols-[12rem_minmax(0,1fr)] sm:items-baseline">
        {keys.map((key) => (
          <div key={`${key.keys} ${key.text}`} className="contents">
            <dt className="-mb-1.5 font-mono text-small sm:mb-0">{key.keys}</dt>
            <dd className="m-0 text-soft">{key.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
