import { box, hairline, ink, picture, text } from "./drawing.ts";

const requests: [method: string, path: string, status: string, ago: string][] = [
  ["POST", "/orders", "200", "now"],
  ["POST", "/refunds", "500", "2 s"],
  ["POST", "/orders", "200", "9 s"],
  ["PUT", "/stock/814", "200", "31 s"],
  ["POST", "/orders", "422", "1 min"],
  ["POST", "/signups", "200", "4 min"],
];
const chosen = 1;
const listWidth = 336;
const rowTop = 84;
const rowHeight = 70;

/** Patchbay: received requests on the left, the failed one open on the right, ready to replay. */
export function drawPatchbay(): string {
  return picture(800, 500, [list(), detail(), cable()].join(""));
}

function list(): string {
  return [
    text(28, 52, "Arrived", { size: 22, weight: 600 }),
    hairline(0, rowTop, listWidth, rowTop),
    ...requests.map((request, index) => requestRow(request, index)),
  ].join("");
}

function requestRow([method, path, status, ago]: (typeof requests)[number], index: number): string {
  const y = rowTop + index * rowHeight;
  const good = status === "200";
  return [
    index === chosen ? box(0, y, listWidth, rowHeight, ink.raised) : "",
    text(28, y + 31, path, { size: 18, weight: 500, mono: true }),
    text(28, y + 54, `${method} · ${ago}`, { size: 15, fill: ink.muted }),
    `<circle cx="262" cy="${y + 35}" r="5" fill="${good ? ink.moss : ink.coral}"/>`,
    text(276, y + 41, status, { size: 17, mono: true, fill: good ? ink.muted : ink.coral }),
    hairline(0, y + rowHeight, listWidth, y + rowHeight),
  ].join("");
}

function detail(): string {
  const x = listWidth;
  return [
    box(x, 0, 800 - x, 500, ink.panel),
    hairline(x, 0, x, 500),
    text(x + 36, 52, "Body", { size: 22, weight: 600 }),
    text(x + 104, 52, "184 bytes", { size: 16, fill: ink.muted }),
    ...body().map((line, index) => text(x + 36, 112 + index * 33, line, { size: 19, mono: true })),
  ].join("");
}

function body(): string[] {
  const key = (name: string) => `<tspan fill="${ink.muted}">"${name}"</tspan>: `;
  const value = (content: string) => `<tspan fill="${ink.sand}">${content}</tspan>`;
  return [
    "{",
    `  ${key("event")}${value('"refund.created"')},`,
    `  ${key("order")}${value("90417")},`,
    `  ${key("amount")}<tspan fill="${ink.coral}" text-decoration="underline">"24,50"</tspan>,`,
    `  ${key("currency")}${value('"EUR"')},`,
    `  ${key("reason")}${value('"damaged"')}`,
    "}",
  ];
}

/** The replay control: a plug inserted into localhost. */
function cable(): string {
  const y = 424;
  return [
    hairline(336, 374, 800, 374),
    `<path d="M372 ${y + 12}C430 ${y + 12} 430 ${y + 44} 476 ${y + 44}S520 ${y + 12} 560 ${y + 12}" fill="none" stroke="${ink.cyan}" stroke-width="4" stroke-linecap="round"/>`,
    `<circle cx="372" cy="${y + 12}" r="11" fill="${ink.panel}" stroke="${ink.cyan}" stroke-width="4"/>`,
    box(556, y - 12, 212, 48, ink.cyan, 'rx="8"'),
    text(662, y + 19, "Replay locally", {
      size: 19,
      weight: 600,
      fill: "#04222a",
      anchor: "middle",
    }),
  ].join("");
}
