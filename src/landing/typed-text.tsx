import type { CSSProperties } from "react";
import { graphemes } from "../lib/graphemes.ts";
import { CHUNK, DELETE_MS, HOLD_MS, TICK_MS, TYPE_MS } from "./typing.ts";

interface TypedTextProps {
  text: string;
  /** Whether the text is typed, held, deleted and repeated, instead of typed once. */
  loop?: boolean;
}

/**
 * A text that motion.css types from the first paint, character by character. All characters are
 * laid out from the start and only their opacity changes, so nothing shifts. They are grouped in
 * chunks, so that a step affects the styles of only one chunk. With reduced motion, the text is
 * static. Screen readers always get the complete text.
 */
export function TypedText({ text, loop = false }: TypedTextProps) {
  const characters = graphemes(text);
  const length = characters.length;
  const chunks = Array.from({ length: Math.ceil(length / CHUNK) }, (_, index) => index * CHUNK);
  const duration = length * TYPE_MS + (loop ? HOLD_MS + length * DELETE_MS : 0);
  return (
    <>
      <span className="sr-only">{text}</span>
      <span
        className={loop ? "typed typed-loop" : "typed"}
        style={{ "--length": length, "--ticks": duration / TICK_MS } as CSSProperties}
        aria-hidden="true"
      >
        {chunks.map((at) => (
          <span key={at} style={{ "--at": at } as CSSProperties}>
            {characters.slice(at, at + CHUNK).map((char, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the characters of a text never move.
              <span key={index}>{char}</span>
            ))}
          </span>
        ))}
      </span>
    </>
  );
}
