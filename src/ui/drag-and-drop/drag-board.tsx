import { type ReactNode, useEffect, useRef } from "react";
import { isShown, itemsOf, type Target } from "./board-elements.ts";
import { type DragSession, type Drop, startSession } from "./drag-session.ts";
import { followFocus } from "./follow-focus.ts";
import { listenToKeys } from "./keyboard-sensor.ts";
import { listenToPointers } from "./pointer-sensor.ts";

interface DragBoardProps {
  /** The lists from left to right, and what they are called. */
  lists: readonly { id: string; name: string }[];
  /** What a card is called, for those who hear it. */
  nameOf: (id: string) => string;
  onDrop: (drop: Drop) => void;
  className?: string;
  /** Lists and cards, marked as `board-elements.ts` says. */
  children: ReactNode;
}

/**
 * Cards that can be dragged within and between lists by mouse, touch and keyboard. It listens at its
 * own edge only, so that thousands of cards cost nothing, and draws the drag without React.
 */
export function DragBoard(props: DragBoardProps) {
  const root = useRef<HTMLDivElement>(null);
  const voice = useRef<HTMLParagraphElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!root.current || !voice.current) return;
    return enableDragging(root.current, voice.current, () => latest.current);
  }, []);
  return (
    <div ref={root} className={props.className}>
      {props.children}
      <p ref={voice} role="status" aria-live="assertive" className="sr-only" />
    </div>
  );
}

function enableDragging(
  root: HTMLElement,
  voice: HTMLElement,
  board: () => DragBoardProps,
): () => void {
  let session: DragSession | null = null;
  const say = (text: string) => {
    voice.textContent = text;
  };
  const nameOf = (id: string) => board().nameOf(id);
  const at = ({ list, index }: Target, id: string) => {
    const name = board().lists.find((one) => one.id === list)?.name ?? list;
    if (!isShown(root, list)) return `the end of ${name}`;
    return `position ${index + 1} of ${itemsOf(root, list, id).length + 1} in ${name}`;
  };
  const lift = (item: HTMLElement, point: { x: number; y: number } | null) => {
    if (session || !item.isConnected) return false;
    session = startSession(root, item, point);
    const { id, from } = session;
    say(
      `Picked up ${nameOf(id)}, ${at(from, id)}. ` +
        "Use the arrow keys to move it, Space to drop it, Escape to cancel.",
    );
    return true;
  };
  const drop = () => {
    const drop = session?.drop();
    if (session && drop) {
      say(`Dropped ${nameOf(drop.id)}, ${at(session.target ?? session.from, drop.id)}.`);
    } else if (session) sayBack(session);
    session = null;
    if (!drop) return;
    board().onDrop(drop);
    followFocus(root, drop.id, drop.list);
  };
  const cancel = () => {
    if (!session) return;
    session.cancel();
    sayBack(session);
    session = null;
  };
  const sayBack = ({ id, from }: DragSession) => say(`${nameOf(id)} stays at ${at(from, id)}.`);

  const stopPointers = listenToPointers(root, {
    lift,
    move: (x, y) => session?.point(x, y),
    drop,
    cancel,
  });
  const stopKeys = listenToKeys(root, () => board().lists.map(({ id }) => id), {
    session: () => session,
    lift: (item) => lift(item, null),
    choose: (target) => {
      session?.choose(target);
      if (session) say(`${nameOf(session.id)}, ${at(target, session.id)}.`);
    },
    drop,
    cancel,
  });
  return () => {
    stopPointers();
    stopKeys();
  };
}
