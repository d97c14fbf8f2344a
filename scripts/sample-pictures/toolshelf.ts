import { box, ink, picture, text } from "./drawing.ts";
import { toolDrawings } from "./tool-drawings.ts";

const things: [name: keyof typeof toolDrawings, label: string, state: "in" | "out" | "due"][] = [
  ["saw", "Hand saw", "in"],
  ["ladder", "Ladder", "out"],
  ["drill", "Drill", "in"],
  ["roller", "Paint roller", "in"],
  ["level", "Spirit level", "in"],
  ["hammer", "Hammer", "due"],
  ["tent", "Tent", "out"],
  ["clamp", "Clamp", "in"],
];
const states = {
  in: { word: "here", colour: ink.moss },
  out: { word: "lent", colour: ink.faint },
  due: { word: "due today", colour: ink.sand },
} as const;

const tile = 174;
const gap = 14;
const left = 31;
const top = 96;

/** Toolshelf: the lending desk's catalog, with a drawing and the location of every tool. */
export function drawToolshelf(): string {
  return picture(800, 500, [heading(), ...things.map((_, index) => card(index))].join(""));
}

function heading(): string {
  return [
    text(left, 58, "What do you need?", { size: 26, weight: 600 }),
    box(590, 30, 180, 42, ink.panel, `rx="21" stroke="${ink.line}"`),
    `<circle cx="616" cy="50" r="7" fill="none" stroke="${ink.muted}" stroke-width="2"/><path d="M621 55l6 6" stroke="${ink.muted}" stroke-width="2" stroke-linecap="round"/>`,
    text(638, 57, "2,300 things", { size: 17, fill: ink.muted }),
  ].join("");
}

function card(index: number): string {
  const thing = things[index];
  if (!thing) return "";
  const [name, label, state] = thing;
  const x = left + (index % 4) * (tile + gap);
  const y = top + Math.floor(index / 4) * (188 + gap);
  const { word, colour } = states[state];
  const faded = state === "out" ? 0.38 : 1;
  return [
    box(x, y, tile, 188, ink.panel, 'rx="10"'),
    `<g transform="translate(${x + tile / 2} ${y + 66})" opacity="${faded}" fill="none" stroke="${ink.cyan}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${toolDrawings[name]}</g>`,
    text(x + 18, y + 148, label, { size: 18, weight: 500 }),
    `<circle cx="${x + 23}" cy="${y + 166}" r="4.5" fill="${colour}"/>`,
    text(x + 35, y + 171, word, { size: 15, fill: ink.muted }),
  ].join("");
}
