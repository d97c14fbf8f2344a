import { useEffect, useMemo, useState } from "react";
import { graphemes } from "../lib/graphemes.ts";
import { prefersLessMotion } from "./motion.ts";
import { useTyping } from "./typing.ts";

/** Where a typed text stands: not begun (as prerendered), being typed, or plain text for good. */
export type TypedPhase = "waiting" | "typing" | "still";

/**
 * Decides whether a text is typed at all: never on the server, nor where less motion is wanted.
 * While waiting, `TYPED_WAITING` keeps the place; the boot script decides if that hides anything.
 */
export function useTypedPhase(): [TypedPhase, (phase: TypedPhase) => void] {
  const [phase, setPhase] = useState<TypedPhase>("waiting");
  useEffect(() => setPhase(prefersLessMotion() ? "still" : "typing"), []);
  return [phase, setPhase];
}

/** Class of a text that is still to be typed. */
export const TYPED_WAITING = "typed-waiting";

/**
 * Types a text, character by character. Every character is laid out from the start and only its
 * visibility changes, so nothing around it moves. Screen readers are to get the text elsewhere.
 */
export function TypedText(props: { text: string; loop?: boolean; onDone?: () => void }) {
  const { text, loop = false, onDone } = props;
  const characters = useMemo(() => graphemes(text).map((char, at) => ({ char, at })), [text]);
  const { count, phase } = useTyping(characters.length, { loop, running: true });
  useEffect(() => {
    if (phase === "done") onDone?.();
  }, [phase, onDone]);
  return (
    <span className={count === 0 ? "typed typed-start" : "typed"} aria-hidden="true">
      {characters.map(({ char, at }) => (
        <span key={at} className={classOf(at, count)}>
          {char}
        </span>
      ))}
    </span>
  );
}

function classOf(at: number, count: number): string | undefined {
  if (at >= count) return "untyped";
  return at === count - 1 ? "caret" : undefined;
}
