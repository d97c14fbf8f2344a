import type { SectionId } from "../content/sections.ts";
import type { PageContent } from "./page-content.ts";

/** Number of entries up to which a section is a short list. */
const MOST = { certificates: 2, awards: 2, languages: 6, interests: 6 };

/** Number of characters of an entry that fit in a narrow column. */
const ENTRY_MAX_LENGTH = 160;

/** The sections in order; consecutive short lists are one band, side by side. */
export function inBands(content: PageContent): SectionId[][] {
  const bands: SectionId[][] = [];
  for (const id of content.sections) {
    const [first] = bands.at(-1) ?? [];
    if (first && isShort(first, content) && isShort(id, content)) bands.at(-1)?.push(id);
    else bands.push([id]);
  }
  return bands;
}

function isShort(id: SectionId, content: PageContent): boolean {
  if (!(id in MOST)) return false;
  const list = id as keyof typeof MOST;
  const lengths = content[list].map(
    ({ title, description, skills }) => [title, description, ...skills].join(" ").length,
  );
  return lengths.length <= MOST[list] && lengths.every((length) => length <= ENTRY_MAX_LENGTH);
}
