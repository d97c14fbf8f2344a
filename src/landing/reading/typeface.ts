import { TYPE_KEY } from "../boot/typeface.ts";
import { inTurn } from "./in-turn.ts";

/** The faces of type.css that the page uses. */
const FACES = ['400 1em "IBM Plex Sans"', '600 1em "IBM Plex Sans"', '400 1em "IBM Plex Mono"'];

/**
 * Loads the page's typeface after the first paint and remembers its files, which the boot script
 * preloads from then on. On this first visit the text changes to it only on wide screens, and only
 * if nothing in view moves.
 */
export async function startTypeface(): Promise<void> {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const text = document.querySelector(".page")?.textContent ?? "";
  try {
    await Promise.all(FACES.map((face) => document.fonts.load(face, text)));
    const files = performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => name.endsWith(".woff2"));
    if (files.length === 0) return;
    localStorage.setItem(TYPE_KEY, [...new Set(files)].join(" "));
  } catch {
    // No file or no storage: the text stays in the fallback.
    return;
  }
  if ("type" in document.documentElement.dataset || !matchMedia(WIDE).matches) return;
  requestAnimationFrame(applyUnlessMoving);
}

/** Below this width the change is often reverted, and the check would block a phone for 150 ms. */
const WIDE = "(width >= 48rem)";

/** Changes what is in view if nothing there moves, then the rest, one section per task. */
function applyUnlessMoving(): void {
  const sections = [...document.querySelectorAll<HTMLElement>(".header, main > section, .footer")];
  const seen = sections.filter((section) => isInView(section.getBoundingClientRect()));
  const parts = seen.flatMap(partsInView);
  const before = parts.map(startOf);
  for (const section of seen) apply(section);
  // This second measurement is the layout that the change needs anyway.
  const moves = parts.some((part, index) => {
    const [x, y] = startOf(part);
    const [oldX = x, oldY = y] = before[index] ?? [];
    return Math.abs(x - oldX) >= TOLERANCE || Math.abs(y - oldY) >= TOLERANCE;
  });
  if (moves) for (const section of seen) delete section.dataset.type;
  // Again for those in view, which changes nothing.
  else inTurn(sections, apply);
}

function apply(section: HTMLElement): void {
  section.dataset.type = "";
}

/** Pixels; browsers do not count smaller movements as layout shifts. */
const TOLERANCE = 3;

type Part = Element | Text;

/** What browsers watch for layout shifts: boxes, and the lines on which texts begin. */
function partsInView(section: Element): Part[] {
  return [...section.querySelectorAll(BOXES), ...textsOf(section)].filter((part) =>
    isInView(rectOf(part)),
  );
}

const BOXES = "h1, h2, h3, p, li, nav, a, button, dt, dd";

function textsOf(section: Element): Text[] {
  const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

function startOf(part: Part): [x: number, y: number] {
  const { left, top } = rectOf(part);
  return [part instanceof Text ? 0 : left, top];
}

function rectOf(part: Part): DOMRect {
  if (part instanceof Element) return part.getBoundingClientRect();
  const range = document.createRange();
  range.setStart(part, 0);
  range.setEnd(part, Math.min(1, part.length));
  return range.getBoundingClientRect();
}

function isInView({ top, bottom }: DOMRect): boolean {
  return bottom > 0 && top < innerHeight;
}
