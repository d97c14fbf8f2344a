import { Check } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

export interface MenuAction {
  label: string;
  icon?: ReactNode;
  /** Null when the action is not possible. */
  run: (() => void) | null;
  /** Set for one of several alternatives: whether it is the current one. */
  checked?: boolean;
  /** Whether the action toggles `checked` instead. */
  toggles?: boolean;
  /** Whether the action cannot be undone. */
  dangerous?: boolean;
}

/** Actions in groups with an optional heading. */
export type MenuGroups = readonly { title?: string; actions: readonly MenuAction[] }[];

interface ActionMenuProps {
  label: string;
  /** The button that opened the menu. */
  anchor: HTMLElement;
  /** The pointer, for a menu opened by a right click; by default beside the anchor. */
  at?: { x: number; y: number } | undefined;
  groups: MenuGroups;
  /** Receives the focus after an action was chosen; the anchor by default. */
  focusAfter?: HTMLElement | undefined;
  onClose: () => void;
}

/** The menu of a button, opened on mount. */
export function ActionMenu(props: ActionMenuProps) {
  const { label, anchor, at, groups, focusAfter = anchor, onClose } = props;
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    if (anchor.hasAttribute("aria-haspopup")) anchor.setAttribute("aria-expanded", "true");
    // The top layer clips nothing, and the browser closes it on Escape and outside clicks.
    element.showPopover();
    placeBeside(element, at ? new DOMRect(at.x, at.y) : anchor.getBoundingClientRect(), !at);
    element.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
    return () => anchor.removeAttribute("aria-expanded");
  }, [anchor, at]);
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      aria-label={label}
      className="fixed inset-auto m-0 max-h-[calc(100dvh-0.5rem)] w-52 overflow-y-auto overscroll-contain rounded border border-line-strong bg-surface p-1 text-start text-ink"
      onKeyDown={onKey}
      onToggle={({ newState }) => {
        if (newState === "closed") onClose();
      }}
    >
      {groups.map(({ title, actions }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu.
        <div
          key={title ?? actions[0]?.label}
          role="group"
          aria-label={title}
          className="not-first:mt-1 not-first:border-t not-first:pt-1"
        >
          {title && (
            <p aria-hidden="true" className="px-2.5 pt-1.5 pb-1 text-small font-semibold text-soft">
              {title}
            </p>
          )}
          {actions.map((action) => (
            <MenuItem
              key={action.label}
              {...action}
              onChoose={() => {
                menu.current?.hidePopover();
                focusAfter.focus();
                action.run?.();
              }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function MenuItem(props: MenuAction & { onChoose: () => void }) {
  const { label, icon, run, checked, toggles, dangerous, onChoose } = props;
  return (
    <button
      type="button"
      {...(checked === undefined
        ? { role: "menuitem" }
        : { role: toggles ? "menuitemcheckbox" : "menuitemradio", "aria-checked": checked })}
      disabled={!run}
      className={`flex min-h-10 w-full items-center gap-3 rounded px-2.5 text-start text-note hover:not-disabled:bg-raised disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 ${dangerous ? "text-bad" : ""}`}
      onClick={onChoose}
    >
      {icon}
      <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
      {checked && <Check className="text-accent" />}
    </button>
  );
}

function onKey(event: KeyboardEvent<HTMLElement>): void {
  // Key presses here must not reach the list that contains the menu.
  event.stopPropagation();
  if (moveMenuFocus(event)) return;
  // Tab moves to the element after the menu's button. A dialog below must not close on Escape too.
  if (event.key === "Escape") event.preventDefault();
  if (event.key === "Escape" || event.key === "Tab") event.currentTarget.hidePopover();
}

/**
 * Moves the focus between a menu's enabled buttons: arrow keys wrap around, Home and End go to the
 * ends.
 * @returns whether the key was one of these.
 */
function moveMenuFocus(event: KeyboardEvent<HTMLElement>): boolean {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to === undefined) return false;
  event.preventDefault();
  items[(to + items.length) % items.length]?.focus();
  return true;
}

/**
 * Places the menu below the button or pointer, or above it if there is no space, and always inside
 * the window.
 * @param endsThere whether the menu ends where the button ends, instead of starting at it.
 */
function placeBeside(menu: HTMLElement, button: DOMRect, endsThere: boolean): void {
  const { width, height } = menu.getBoundingClientRect();
  const below = button.bottom + height < innerHeight;
  const top = below ? button.bottom : Math.max(button.top - height, 4);
  const start = endsThere ? button.right - width : button.left;
  const left = Math.min(Math.max(start, 4), innerWidth - width - 4);
  Object.assign(menu.style, { top: `${top}px`, left: `${left}px` });
}
