import { Pencil, Trash2 } from "lucide-react";
import { type MouseEvent, type Ref, type RefObject, useEffect, useRef } from "react";
import type { MenuGroups } from "../../ui/action-menu.tsx";
import { IconButton } from "../../ui/button.tsx";
import { recoverFocus } from "../../ui/focus-recovery.ts";
import { RowMenu } from "./arrange/row-menu.tsx";

/** Actions of a row's buttons; the same object on every render. */
export interface RowActions {
  edit(id: string): void;
  /** @param button the pressed one; after the removal, the button in its place gets the focus. */
  remove(id: string, button: Element): void;
  /** The groups of the row's menu. */
  groups(id: string): MenuGroups;
}

interface RowButtonsProps {
  id: string;
  name: string;
  actions: RowActions;
  /** The word for editing: "Edit". */
  verb?: string;
  editRef?: Ref<HTMLButtonElement>;
}

/** The buttons at the end of a row: edit, delete, and a menu of further actions. */
export function RowButtons({ id, name, actions, verb = "Edit", editRef }: RowButtonsProps) {
  return (
    <>
      <IconButton
        {...(editRef && { ref: editRef })}
        data-edit
        label={`${verb} ${name}`}
        onClick={() => actions.edit(id)}
      >
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton
        data-delete
        label={`Delete ${name}`}
        className="hover:not-disabled:text-bad"
        onClick={({ currentTarget }) => actions.remove(id, currentTarget)}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
      <RowMenu name={name} groups={() => actions.groups(id)} />
    </>
  );
}

/**
 * Opens an entry by a click on its row: a shortcut for its Edit button, found by `data-edit`, which
 * also gets the focus. Ignores clicks on controls and clicks that end a text selection.
 */
export function openByClick({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest(NOT_THE_ROW)) return;
  if (getSelection()?.isCollapsed === false) return;
  const edit = currentTarget.querySelector<HTMLElement>("[data-edit]");
  edit?.focus({ preventScroll: true });
  edit?.click();
}

const NOT_THE_ROW = "a, button, input, select, label, [popover]";

/**
 * Moves the focus to the row that takes the place of a removed focused row. Its buttons are found
 * by `data-delete`.
 *
 * @param rows number of rows shown.
 * @returns a setter for the index of the row that is about to be removed.
 */
export function useFocusAfterRemoval(body: RefObject<HTMLElement | null>, rows: number) {
  const index = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of length that matters.
  useEffect(() => {
    if (index.current < 0) return;
    recoverFocus(() => {
      const buttons = body.current?.querySelectorAll("[data-delete]") ?? [];
      const at = Math.min(index.current, buttons.length - 1);
      index.current = -1;
      return buttons[at];
    });
  }, [body, rows]);
  return index;
}
