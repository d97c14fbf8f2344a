import { useMedia } from "./use-media.ts";

/** Whether the window is at least as wide as Tailwind's `md`. */
export const useWide = () => useMedia("(min-width: 48rem)");
