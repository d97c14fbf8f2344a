import { type CSSProperties, type Ref, type RefObject, useEffect, useRef } from "react";
import { graphemes } from "../lib/graphemes.ts";

interface TypedTextProps {
  text: string;
  /** Types, holds, deletes and repeats, instead of typing once. */
  loop?: boolean;
  /** The element with the typing animation. */
  ref?: Ref<HTMLSpanElement>;
  onDone?: () => void;
}

/** Step of the animation in motion.css, in milliseconds: nothing changes in between. */
const TICK_MS = 75;
/** Milliseconds to type a character, to delete one, and to hold the complete text. */
const TYPE_MS = 150;
const DELETE_MS = 75;
const HOLD_MS = 3000;

/** A text that is typed, held and deleted in an endless loop. */
export function LoopedText({ text }: { text: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => moveByTimer(ref), []);
  return <TypedText text={text} loop ref={ref} />;
}

/**
 * Advances the animation by a timer. Left running, the browser would render sixty frames a second
 * for about ten changes.
 */
function moveByTimer(ref: RefObject<HTMLElement | null>): (() => void) | undefined {
  // Looked up each time: while hidden behind the application, the element has no animation.
  const current = () => ref.current?.getAnimations?.()[0];
  if (!current()) return;
  let timer: ReturnType<typeof setTimeout>;
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      const animation = current();
      if (!animation) return wait(ms);
      if (animation.playState !== "paused") animation.pause();
      const time = Number(animation.currentTime) + ms;
      animation.currentTime = time;
      wait(waitAfter(time, ref.current?.children.length ?? 0));
    }, ms);
  };
  wait(0);
  return () => clearTimeout(timer);
}

/** How long a looping text of this length stays unchanged after this time. */
function waitAfter(time: number, length: number): number {
  const typed = length * TYPE_MS;
  const at = time % (typed + HOLD_MS + length * DELETE_MS);
  if (at < typed) return TYPE_MS;
  return Math.max(DELETE_MS, typed + HOLD_MS - at);
}

/**
 * A text that motion.css types from the first paint, character by character. All characters are
 * laid out from the start and only their opacity changes, so nothing shifts. With reduced motion
 * the text is static. Screen readers always get the complete text.
 */
export function TypedText({ text, loop = false, ref, onDone }: TypedTextProps) {
  const characters = graphemes(text).map((char, at) => ({ char, at }));
  const length = characters.length;
  const duration = length * TYPE_MS + (loop ? HOLD_MS + length * DELETE_MS : 0);
  return (
    <>
      <span className="sr-only">{text}</span>
      <span
        ref={ref}
        className={loop ? "typed typed-loop" : "typed"}
        style={{ "--length": length, "--ticks": duration / TICK_MS } as CSSProperties}
        aria-hidden="true"
        onAnimationEnd={onDone}
      >
        {characters.map(({ char, at }) => (
          <span key={at} style={{ "--i": at } as CSSProperties}>
            {char}
          </span>
        ))}
      </span>
    </>
  );
}
