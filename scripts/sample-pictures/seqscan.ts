import { box, hairline, ink, picture, text } from "./drawing.ts";

interface PlanNode {
  depth: number;
  name: string;
  on?: string;
  time: string;
  from: number;
  share: number;
  hot?: boolean;
}

const plan: PlanNode[] = [
  { depth: 0, name: "Limit", time: "0.02", from: 0.98, share: 0.02 },
  { depth: 1, name: "Sort", time: "84", from: 0.93, share: 0.05 },
  { depth: 2, name: "Hash Join", time: "216", from: 0.82, share: 0.11 },
  { depth: 3, name: "Seq Scan", on: "readings", time: "3,812", from: 0.04, share: 0.78, hot: true },
  { depth: 3, name: "Hash", time: "9", from: 0.02, share: 0.025 },
  { depth: 4, name: "Index Scan", on: "meters", time: "31", from: 0, share: 0.03 },
];

const top = 92;
const rowHeight = 46;
const barLeft = 400;
const barWidth = 286;

/** Seqscan: a query plan as a tree with timings, the expensive scan highlighted and a fix below. */
export function drawSeqscan(): string {
  return picture(800, 500, [heading(), rows(), remedy()].join(""));
}

function heading(): string {
  return [
    text(32, 52, "Where the time goes", { size: 24, weight: 600 }),
    text(768, 52, "4.15 s", { size: 24, weight: 600, anchor: "end" }),
    hairline(0, 79, 800, 79),
  ].join("");
}

function rows(): string {
  return plan.map((node, index) => row(node, top + index * rowHeight)).join("");
}

function row(node: PlanNode, y: number): string {
  const x = 34 + node.depth * 26;
  const middle = y + rowHeight / 2;
  const elbow = node.depth
    ? `<path d="M${x - 18} ${elbowTop(node, middle)}V${middle}H${x - 5}" fill="none" stroke="${ink.faint}" stroke-width="1.5"/>`
    : "";
  const table = node.on
    ? `<tspan fill="${node.hot ? "#f3c0b3" : ink.muted}" font-weight="400"> ${node.on}</tspan>`
    : "";
  return [
    node.hot ? box(0, y, 800, rowHeight, "#2a1c1d") + box(0, y, 4, rowHeight, ink.coral) : "",
    elbow,
    text(x + 4, middle + 6, node.name + table, { size: 18, weight: 500, mono: true }),
    box(barLeft, middle - 7, barWidth, 14, node.hot ? "#40282a" : ink.panel, 'rx="2"'),
    box(
      barLeft + node.from * barWidth,
      middle - 7,
      Math.max(5, node.share * barWidth),
      14,
      node.hot ? ink.coral : ink.cyan,
      `rx="2" ${node.hot ? "" : 'opacity=".75"'}`,
    ),
    text(768, middle + 6, node.time, {
      size: 18,
      anchor: "end",
      mono: true,
      weight: node.hot ? 600 : 400,
      fill: node.hot ? ink.coral : ink.muted,
    }),
  ].join("");
}

/** A second child's connector has to pass its older sibling's row. */
function elbowTop(node: PlanNode, middle: number): number {
  return middle - (node.name === "Hash" ? rowHeight * 2 - 16 : rowHeight - 16);
}

function remedy(): string {
  const keyword = (word: string) => `<tspan fill="${ink.cyan}">${word}</tspan>`;
  return [
    box(0, 384, 800, 116, ink.panel),
    hairline(0, 384, 800, 384),
    text(32, 422, "This index would do", { size: 16, fill: ink.muted }),
    text(32, 459, `${keyword("create index on")} readings (meter_id, read_at);`, {
      size: 20,
      mono: true,
    }),
    text(768, 422, "estimated", { size: 16, fill: ink.muted, anchor: "end" }),
    text(768, 459, "38 ms", { size: 20, mono: true, weight: 600, fill: ink.moss, anchor: "end" }),
  ].join("");
}
