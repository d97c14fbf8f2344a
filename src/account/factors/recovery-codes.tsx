import { saveBlob } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

/** New recovery codes, which are never shown again, with ways to store them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = `Recovery codes for ${location.host}\n\n${codes.join("\n")}\n`;
  return (
    <div className="grid gap-5">
      <p>
        Each of these codes signs you in once if you lose your device. Store them where you can find
        them without it. <strong>They are shown only now.</strong>
      </p>
      <ul
        aria-label="Codes"
        className="m-0 grid list-none grid-cols-1 gap-x-6 gap-y-1 p-0 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code className="select-all text-note">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton
          text={text}
          copied="Codes copied."
          failed="The codes could not be copied. Select them instead."
        >
          Copy
        </CopyButton>
        <Button onClick={() => saveBlob(new Blob([text], { type: "text/plain" }), FILE)}>
          Download
        </Button>
        <Button onClick={() => print()}>Print</Button>
        <Button look="primary" className="ms-auto" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

const FILE = "recovery-codes.txt";
