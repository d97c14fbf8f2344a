import { createContext, use } from "react";
import { en } from "../content/texts/en.ts";

/** The fixed texts of the page, in its language. */
export const Texts = createContext(en);

export function useTexts() {
  return use(Texts);
}
