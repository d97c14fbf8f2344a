import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { findList } from "./board-elements.ts";
import { type CardList, cardsOf, type Place } from "./card-lists.ts";
import { type Board, type DragSession, type Drop, startSession } from "./drag-session.ts";
import { listenToKeys } from "./keyboard-sensor.ts";
import { listenToPointers } from "./pointer-sensor.ts";

interface DragBoardProps {
  /** The lists from left to right. */
  lists: readonly CardList[];
  /** A card's name for screen reader announcements. */
  nameOf: (id: string) => string;
  /** Requests that these cards stay rendered at any scroll position, until the next call. */
  onDraw: (cards: readonly string[]) => void;
  onDrop: (drop: Drop) => void;
  /** Requests that a list be shown when a card is held over its tab. */
  onOpen: (list: string) => void;
  ref: RefObject<HTMLDivElement | null>;
  className?: string;
  /** Lists and cards with the attributes of `board-elements.ts`. */
  children: ReactNode;
}

/**
 * Makes cards draggable within and between lists by mouse, touch and keyboard. Listens only on its
 * root element, so that thousands of cards add no cost, and renders the drag without React.
 */
export function DragBoard(props: DragBoardProps) {
  const { ref } = props;
  const liveRegion = useRef<HTMLParagraphElement>(null);
  const latest = useEffectEvent(() => props);
  useEffect(() => {
    if (!ref.current || !liveRegion.current) return;
    return enableDragging(ref.current, liveRegion.current, () => latest());
  }, [ref]);
  return (
    <div ref={ref} className={props.className}>
      {props.children}
      <p ref={liveRegion} role="status" aria-live="assertive" className="sr-only" />
    </div>
  );
}

function enableDragging(
  root: HTMLElement,
  liveRegion: HTMLElement,
  props: () => DragBoardProps,
): () => void {
  const lists = () => props().lists;
  const board: Board = {
    root,
    lists,
    draw: (cards) => props().onDraw(cards),
    open: (list) => props().onOpen(list),
  };
  let session: DragSession | null = null;
  const announce = (text: string) => {
    liveRegion.textContent = text;
  };
  const nameOf = (id: string) => props().nameOf(id);
  const at = ({ list, index, onTab }: Place, id: string) => {
    const name = lists().find((one) => one.id === list)?.name ?? list;
    if (onTab || !findList(root, list)) return name;
    return `position ${index + 1} of ${cardsOf(lists(), list, id).length + 1} in ${name}`;
  };
  const lift = (item: HTMLElement, point: { x: number; y: number } | null) => {
    if (session || !item.isConnected) return false;
    session = startSession(board, item, point);
    if (!session) return false;
    const { id, from } = session;
    announce(
      `Picked up ${nameOf(id)}, ${at(from, id)}. ` +
        "Use the arrow keys to move it, Space to drop it, Escape to cancel.",
    );
    return true;
  };
  const drop = () => {
    const drop = session?.drop();
    if (session && drop) {
      announce(`Dropped ${nameOf(drop.id)}, ${at(session.target ?? session.from, drop.id)}.`);
    } else if (session) announceCancel(session);
    session = null;
    if (drop) props().onDrop(drop);
  };
  const cancel = () => {
    if (!session) return;
    session.cancel();
    announceCancel(session);
    session = null;
  };
  const announceCancel = ({ id, from }: DragSession) =>
    announce(`${nameOf(id)} stays at ${at(from, id)}.`);

  const stopPointers = listenToPointers(root, {
    lift,
    move: (x, y) => session?.point(x, y),
    drop,
    cancel,
  });
  const stopKeys = listenToKeys(board, {
    session: () => session,
    lift: (item) => lift(item, null),
    choose: (target) => {
      session?.choose(target);
      if (session) announce(`${nameOf(session.id)}, ${at(target, session.id)}.`);
    },
    drop,
    cancel,
  });
  return () => {
    stopPointers();
    stopKeys();
  };
}
