import type { CSSProperties } from "react";
import { graphemes } from "../lib/graphemes.ts";
import { DELETE_MS, HOLD_MS, TICK_MS, TYPE_MS } from "./typing.ts";

interface TypedTextProps {
  text: string;
  /** Types, holds, deletes and repeats, instead of typing once. */
  loop?: boolean;
}

/**
 * A text that motion.css types from the first paint, character by character. All characters are
 * laid out from the start and only their opacity changes, so nothing shifts. With reduced motion
 * the text is static. Screen readers always get the complete text.
 */
export function TypedText({ text, loop = false }: TypedTextProps) {
  const characters = graphemes(text).map((char, at) => ({ char, at }));
  const length = characters.length;
  const duration = length * TYPE_MS + (loop ? HOLD_MS + length * DELETE_MS : 0);
  return (
    <>
      <span className="sr-only">{text}</span>
      <span
        className={loop ? "typed typed-loop" : "typed"}
        style={{ "--length": length, "--ticks": duration / TICK_MS } as CSSProperties}
        aria-hidden="true"
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
