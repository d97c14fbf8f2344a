import { Menu } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "./button.tsx";
import { raiseToastsTo } from "./toasts/toast-layer.ts";

export interface AppFrameProps {
  /** Heading of the bar on narrow screens. */
  name: string;
  /** Renders the sidebar; `onClose` is passed when it is a drawer. */
  sidebar: (onClose?: () => void) => ReactNode;
  /** Identifies the current screen: when it changes, the drawer closes. */
  place: string;
  /** Shown at the end of the bar on narrow screens. */
  tools?: ReactNode;
  /** Maximum width of the screen. */
  width?: string;
  children: ReactNode;
}

/** The frame of a signed-in area: the sidebar, which is a drawer on phones, and the screen. */
export function AppFrame({ width = "max-w-[72rem]", children, ...frame }: AppFrameProps) {
  const main = useRef<HTMLElement>(null);
  return (
    <div className="min-h-screen lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      {/* A button, because the router would treat an anchor link as a route. */}
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <aside
        aria-label="Sidebar"
        className="sticky top-0 hidden h-screen border-e bg-surface lg:block"
      >
        {frame.sidebar()}
      </aside>
      <Drawer {...frame} />
      <main ref={main} tabIndex={-1} className="min-w-0 px-4 py-6 sm:px-8 lg:px-10 lg:py-8">
        <div className={`mx-auto ${width}`}>{children}</div>
      </main>
    </div>
  );
}

/** Classes of a sidebar item: a link or button with an icon before its text. */
export const SIDEBAR_ITEM =
  "flex min-h-10 w-full items-center gap-3 rounded px-2.5 text-note text-soft no-underline hover:bg-raised hover:text-ink [&_svg]:size-[1.0625rem] [&_svg]:shrink-0";

/** The sidebar on narrow screens: a drawer over the page, closed by choosing an item. */
function Drawer({ name, sidebar, place, tools }: Omit<AppFrameProps, "width" | "children">) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving somewhere closes the drawer.
  useEffect(() => dialog.current?.close(), [place]);
  useLayoutEffect(() => {
    if (open && dialog.current) return raiseToastsTo(dialog.current);
  }, [open]);

  return (
    <>
      <header className="sticky top-0 z-10 flex items-center gap-2 border-b bg-surface px-2 py-1.5 lg:hidden">
        <IconButton
          label="Menu"
          icon={Menu}
          aria-expanded={open}
          onClick={() => {
            dialog.current?.showModal();
            setOpen(true);
          }}
        />
        <p className="min-w-0 flex-1 truncate font-semibold">{name}</p>
        {tools}
      </header>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too. */}
      <dialog
        ref={dialog}
        aria-label="Menu"
        className="drawer"
        onClose={() => setOpen(false)}
        onClick={(event) => {
          if (event.target === event.currentTarget) dialog.current?.close();
        }}
      >
        {open && sidebar(() => dialog.current?.close())}
      </dialog>
    </>
  );
}
