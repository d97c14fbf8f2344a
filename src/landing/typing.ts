/** Step of the animation in motion.css, in milliseconds. */
export const TICK_MS = 75;

/** Milliseconds to type a character, to delete one, and to hold the complete text. */
export const TYPE_MS = 150;
export const DELETE_MS = 75;
export const HOLD_MS = 3000;

/** Characters per chunk of a typed text; motion.css defines the same number. */
export const CHUNK = 6;
