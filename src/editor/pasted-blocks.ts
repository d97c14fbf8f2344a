/** Maps headings of every level to the two supported levels. */
export function keepHeadings(body: HTMLElement): void {
  // Word on the web, and Word for titles, writes headings as styled paragraphs.
  const marked = '[role="heading"], p[class*="MsoTitle"], p[class*="MsoHeading"]';
  const found = [...body.querySelectorAll(`h1, h2, h3, h4, h5, h6, ${marked}`)].map((heading) => ({
    heading,
    level: levelOf(heading),
  }));
  const first = found.some(({ level }) => level < 3) ? 2 : 3;
  for (const { heading, level } of found) rename(heading, level <= first ? "h3" : "h4");
}

function levelOf(heading: Element): number {
  const byTag = /^h([1-6])$/.exec(heading.localName)?.[1];
  return Number(byTag ?? heading.getAttribute("aria-level") ?? 1);
}

/** Converts preformatted text to lines of code, keeping line breaks and indentation. */
export function keepCodeLines(body: HTMLElement): void {
  const { ownerDocument } = body;
  for (const block of body.querySelectorAll("pre")) {
    const paragraph = ownerDocument.createElement("p");
    const lines = (block.textContent ?? "").replace(/\n$/, "").split("\n");
    for (const [index, line] of lines.entries()) {
      if (index > 0) paragraph.append(ownerDocument.createElement("br"));
      if (line.trim() === "") continue;
      const code = ownerDocument.createElement("code");
      code.textContent = line.replace(/^[ \t]+/, indentation);
      paragraph.append(code);
    }
    block.replaceWith(paragraph);
  }
}

const indentation = (space: string) => space.replaceAll("\t", "    ").replaceAll(" ", "\u00a0");

/** Converts each table row to a line of its cells; a single-column table is treated as layout. */
export function flattenTables(body: HTMLElement): void {
  // Nested tables are converted before the tables around them.
  for (const table of [...body.querySelectorAll("table")].reverse()) {
    const rows = [...table.rows].map((row) => [...row.cells]);
    const caption = table.caption ? [table.caption] : [];
    const isLayout = rows.every((cells) => cells.length < 2);
    const lines = isLayout
      ? [...caption, ...rows.flat()].map((cell) => rename(cell, "div"))
      : [...caption.map((cell) => line([cell])), ...rows.map(line)];
    table.replaceWith(...lines);
  }
}

function line(cells: readonly Element[]): Element {
  const paragraph = (cells[0] as Element).ownerDocument.createElement("p");
  for (const [index, cell] of cells.entries()) {
    if (index > 0) paragraph.append(" | ");
    joinLines(cell);
    if (cell.localName === "th" && cell.textContent?.trim()) {
      const strong = cell.ownerDocument.createElement("strong");
      strong.append(...cell.childNodes);
      paragraph.append(strong);
    } else paragraph.append(...cell.childNodes);
  }
  return paragraph;
}

/** Joins the contents of a cell into one line. */
function joinLines(cell: Element): void {
  for (const block of [...cell.querySelectorAll(BLOCKS)].reverse()) {
    const space = block.nextSibling === null ? [] : [" "];
    block.replaceWith(...block.childNodes, ...space);
  }
}

const BLOCKS = "p, div, h3, h4, ul, ol, li, blockquote, section, article, dl, dt, dd, br";

/** Replaces the element with one of another name and the same contents. */
export function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  const alignment = /text-align:\s*(?:center|right)/i.exec(element.getAttribute("style") ?? "");
  if (alignment) renamed.setAttribute("style", alignment[0]);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

/** Converts colored backgrounds, which word processors use for highlights, to marks. */
export function keepHighlights(body: HTMLElement): void {
  // In Google Docs, every other text run has an explicit transparent background.
  const isGoogleDocs = body.querySelector('[id^="docs-internal-guid"]') !== null;
  for (const element of body.querySelectorAll<HTMLElement>("span[style], font[style]")) {
    const written = element.getAttribute("style") ?? "";
    // Chromium adds the page's background to copied content.
    const isPage = /display:\s*inline\s*!important/i.test(written);
    const isColored = !isPage && isHighlight(element.style.backgroundColor, isGoogleDocs);
    if (!isColored && !/mso-highlight:\s*(?!none)\w/i.test(written)) continue;
    const mark = element.ownerDocument.createElement("mark");
    mark.append(...element.childNodes);
    element.append(mark);
  }
}

/** Whether a color is bright and vivid; other colors are backgrounds of code, buttons and pages. */
function isHighlight(color: string, isPale: boolean): boolean {
  if (/^(?:yellow|lime|aqua|cyan|fuchsia|magenta|pink|orange|gold)$/i.test(color)) return true;
  const [red = 255, green = 255, blue = 255, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(
    Number,
  );
  const darkest = Math.min(red, green, blue);
  const brightest = Math.max(red, green, blue);
  const isVivid = brightest > 170 && brightest - darkest > 60;
  return alpha > 0 && (isVivid || (isPale && darkest < 255));
}

/** Keeps empty lines: a `br` alone in a block, or between blocks. */
export function keepEmptyLines(body: HTMLElement): void {
  const isBeside = (node: Node | null) =>
    !node?.textContent?.trim() || /^(?:P|DIV|UL|OL|H\d|BLOCKQUOTE)$/.test(node.nodeName);
  for (const line of body.querySelectorAll("br")) {
    const block = line.parentElement as HTMLElement;
    const isAlone = block.localName === "div" && block.childNodes.length === 1;
    if (line.matches(".Apple-interchange-newline")) line.remove();
    else if (isAlone) rename(block, "p").replaceChildren();
    else if (!isBeside(line.previousSibling) || !isBeside(line.nextSibling)) continue;
    else if (block.querySelector(":scope > :is(p, div, ul, ol, h3, h4)"))
      line.replaceWith(line.ownerDocument.createElement("p"));
  }
}

/** Writes the gap between two paragraphs as an empty line, unless their margins say otherwise. */
export function keepGaps(body: HTMLElement): void {
  const isText = (line: Element) =>
    line.textContent?.trim() !== "" && !/^Mso/.test(line.className) && !line.closest("li");
  const isZero = (margin: string) => Number.parseFloat(margin) === 0;
  for (const line of body.querySelectorAll<HTMLElement>("p + p")) {
    const before = line.previousElementSibling as HTMLElement;
    if (!isText(line) || !isText(before)) continue;
    if (isZero(before.style.marginBottom) && isZero(line.style.marginTop || "0")) continue;
    line.before(line.ownerDocument.createElement("p"));
  }
}
