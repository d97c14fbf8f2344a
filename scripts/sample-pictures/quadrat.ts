import { box, hairline, ink, picture, text } from "./drawing.ts";

/**
 * Quadrat: the hillside with its sample squares, and a phone that counts the plants in one of them.
 */
export function drawQuadrat(): string {
  return picture(800, 500, [contours(), plots(), walker(), phone()].join(""));
}

/** Contour lines of two gentle hills, drawn as one irregular ring per level. */
function contours(): string {
  const rings: string[] = [];
  for (let level = 0; level < 15; level++) {
    rings.push(ring(150, 330, 34 + level * 34, 0.5 + level * 0.05, level));
  }
  for (let level = 0; level < 3; level++) rings.push(ring(470, 60, 20 + level * 22, 2.2, level));
  return rings.join("");
}

function ring(cx: number, cy: number, radius: number, phase: number, level: number): string {
  const points: string[] = [];
  for (let step = 0; step < 72; step++) {
    const angle = (step / 72) * Math.PI * 2;
    const wobble =
      1 + 0.13 * Math.sin(angle * 2 + phase) + 0.07 * Math.sin(angle * 3 - phase * 2.3);
    const x = cx + Math.cos(angle) * radius * wobble * 1.25;
    const y = cy + Math.sin(angle) * radius * wobble * 0.86;
    points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  const strong = level % 5 === 0;
  return `<path d="M${points.join("L")}Z" fill="none" stroke="${strong ? "#2f4a52" : "#1d2f38"}" stroke-width="${strong ? 2 : 1.5}"/>`;
}

function plots(): string {
  const done: [number, number][] = [
    [84, 112],
    [196, 96],
    [316, 132],
    [104, 226],
    [222, 214],
  ];
  const waiting: [number, number][] = [
    [348, 330],
    [96, 352],
    [212, 426],
    [356, 436],
  ];
  return [
    `<path d="M102 130L214 114L334 150L240 232L122 244" fill="none" stroke="${ink.cyan}" stroke-width="2" stroke-dasharray="2 7" stroke-linecap="round"/>`,
    ...done.map(([x, y]) => plot(x, y, ink.deepCyan, ink.cyan) + tick(x + 18, y + 18)),
    ...waiting.map(([x, y]) => plot(x, y, ink.ground, ink.faint)),
  ].join("");
}

function plot(x: number, y: number, fill: string, stroke: string): string {
  return box(x, y, 36, 36, fill, `rx="3" stroke="${stroke}" stroke-width="2"`);
}

function tick(x: number, y: number): string {
  return `<path d="M${x - 7} ${y}l5 5l9 -10" fill="none" stroke="${ink.text}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function walker(): string {
  const x = 238;
  const y = 318;
  return [
    box(x - 26, y - 26, 52, 52, "#332c20", `rx="4" stroke="${ink.sand}" stroke-width="2.5"`),
    `<path d="M${x - 26} ${y}h52M${x} ${y - 26}v52" stroke="${ink.sand}" stroke-opacity=".45" stroke-width="1.5"/>`,
    `<path d="M140 262L${x - 30} ${y - 24}" fill="none" stroke="${ink.cyan}" stroke-width="2" stroke-dasharray="2 7" stroke-linecap="round"/>`,
    `<circle cx="${x}" cy="${y}" r="9" fill="${ink.sand}" stroke="${ink.ground}" stroke-width="3"/>`,
  ].join("");
}

const species: [name: string, latin: string, count: string][] = [
  ["Heather", "Calluna vulgaris", "14"],
  ["Bilberry", "Vaccinium myrtillus", "6"],
  ["Cotton grass", "Eriophorum", "9"],
  ["Sundew", "Drosera rotundifolia", "2"],
];

function phone(): string {
  const x = 470;
  const width = 286;
  return [
    box(x, 34, width, 520, "#05090d", `rx="34" stroke="#3a4c5a" stroke-width="2"`),
    box(x + 10, 44, width - 20, 500, ink.panel, 'rx="25"'),
    box(x + width / 2 - 36, 56, 72, 8, "#05090d", 'rx="4"'),
    text(x + 32, 112, "Square 6", { size: 26, weight: 600 }),
    box(x + width - 112, 90, 82, 28, "#332c20", 'rx="14"'),
    text(x + width - 71, 109, "offline", {
      size: 16,
      weight: 500,
      fill: ink.sand,
      anchor: "middle",
    }),
    ...species.map((entry, index) => speciesRow(x, 140 + index * 82, width, entry)),
  ].join("");
}

function speciesRow(
  x: number,
  y: number,
  width: number,
  [name, latin, count]: (typeof species)[number],
): string {
  const button = x + width - 58;
  return [
    hairline(x + 10, y, x + width - 10, y),
    text(x + 32, y + 38, name, { size: 20, weight: 500 }),
    `<g font-style="italic">${text(x + 32, y + 62, latin, { size: 15, fill: ink.muted })}</g>`,
    text(button - 34, y + 49, count, { size: 22, weight: 600, anchor: "end" }),
    `<circle cx="${button}" cy="${y + 41}" r="21" fill="${ink.cyan}"/>`,
    `<path d="M${button - 8} ${y + 41}h16m-8 -8v16" stroke="#04222a" stroke-width="2.5" stroke-linecap="round"/>`,
  ].join("");
}
