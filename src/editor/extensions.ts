import type { Extensions } from "@tiptap/core";
import { Highlight } from "@tiptap/extension-highlight";
import { StarterKit } from "@tiptap/starter-kit";
import { safeHref } from "../lib/safe-url.ts";
import { Checklist, ChecklistItem } from "./checklist.ts";
import { TextAlign } from "./text-align.ts";

/**
 * What a text may hold: exactly the elements of `lib/html-policy.ts`, so that whatever is typed or
 * pasted is reduced to them, and stored text keeps those the toolbar has no button for.
 */
export const extensions: Extensions = [
  StarterKit.configure({
    codeBlock: false,
    horizontalRule: false,
    gapcursor: false,
    // It would add a paragraph to a text nobody has touched.
    trailingNode: false,
    heading: { levels: [3, 4] },
    link: {
      openOnClick: false,
      autolink: false,
      isAllowedUri: (address) => safeHref(address) !== null,
      HTMLAttributes: { target: null, rel: "noopener nofollow" },
    },
  }),
  Highlight,
  TextAlign,
];

/** The same with lists that can be ticked. */
export const extensionsWithChecklists: Extensions = [...extensions, Checklist, ChecklistItem];
