import { type KeyboardEvent, useEffect, useRef } from "react";
import { moveMenuFocus, placeBeside } from "../../../ui/popover-menu.ts";
import type { Command } from "../file-commands.ts";

interface FileMenuProps {
  /** The button that opened it. */
  anchor: HTMLElement;
  label: string;
  commands: readonly Command[];
  onClose: () => void;
}

/** The menu of all actions on a file. */
export function FileMenu({ anchor, label, commands, onClose }: FileMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    anchor.setAttribute("aria-expanded", "true");
    // In the top layer nothing clips it, and the browser closes it on Escape and outside clicks.
    element.showPopover();
    placeBeside(element, anchor);
    element.querySelector<HTMLElement>("button")?.focus();
    return () => anchor.removeAttribute("aria-expanded");
  }, [anchor]);
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      aria-label={label}
      className="fixed inset-auto m-0 w-52 rounded border border-line-strong bg-surface p-1 text-ink"
      onKeyDown={onArrow}
      onToggle={({ newState }) => {
        if (newState === "closed") onClose();
      }}
    >
      {commands.map(({ label: name, Icon, run, dangerous }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          className={`flex min-h-10 w-full items-center gap-3 rounded px-2.5 text-start text-note hover:bg-raised ${dangerous ? "text-bad" : ""}`}
          onClick={() => {
            menu.current?.hidePopover();
            (anchor.closest<HTMLElement>("[data-file]") ?? anchor).focus();
            run();
          }}
        >
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          {name}
        </button>
      ))}
    </div>
  );
}

function onArrow(event: KeyboardEvent<HTMLElement>): void {
  // Key presses here must not reach the list below.
  event.stopPropagation();
  moveMenuFocus(event);
}
