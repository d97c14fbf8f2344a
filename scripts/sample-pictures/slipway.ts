import { box, hairline, ink, picture, text } from "./drawing.ts";

const left = 92;
const hourWidth = 54;
const rowTop = 196;
const rowHeight = 58;
const firstHour = 6;
const hours = 13;

/**
 * Slipway: a day of berths below the tide curve, one boat dragged over water too shallow for it.
 */
export function drawSlipway(): string {
  return picture(
    800,
    500,
    [heading(), tide(), grid(), boats(), shallow(), inHand(), now()].join(""),
  );
}

const at = (hour: number) => left + (hour - firstHour) * hourWidth;
const row = (index: number) => rowTop + index * rowHeight;

function heading(): string {
  return [
    text(28, 48, "Friday 18 September", { size: 24, weight: 600 }),
    text(772, 48, "Molo Sud", { size: 18, fill: ink.muted, anchor: "end" }),
  ].join("");
}

function tide(): string {
  const height = (hour: number) => 124 - 30 * Math.sin(((hour - 7.4) / 12.4) * Math.PI * 2);
  const points: string[] = [];
  for (let hour = firstHour; hour <= firstHour + hours + 0.2; hour += 0.25) {
    points.push(`${at(hour).toFixed(1)} ${height(hour).toFixed(1)}`);
  }
  const curve = `M${points.join("L")}`;
  return [
    `<path d="${curve}V166H${left}Z" fill="${ink.deepCyan}" opacity=".45"/>`,
    `<path d="${curve}" fill="none" stroke="${ink.cyan}" stroke-width="2.5"/>`,
    text(28, 130, "Tide", { size: 16, fill: ink.muted }),
    `<circle cx="${at(10.5)}" cy="${height(10.5)}" r="5" fill="${ink.ground}" stroke="${ink.cyan}" stroke-width="2.5"/>`,
    text(at(10.5) + 12, height(10.5) - 6, "3.1 m", { size: 16, weight: 600, fill: ink.cyan }),
  ].join("");
}

function grid(): string {
  const columns = Array.from({ length: hours + 1 }, (_, index) => {
    const x = at(firstHour + index);
    const label = `${String(firstHour + index).padStart(2, "0")}`;
    return (
      hairline(x, 166, x, 500) +
      (index % 2 === 0 && index < hours
        ? text(x + 6, 187, label, { size: 14, fill: ink.faint, weight: 500 })
        : "")
    );
  });
  const rows = ["A1", "A2", "A3", "B1", "B2", "B3"].map(
    (name, index) =>
      hairline(0, row(index), 800, row(index)) +
      text(28, row(index) + 36, name, { size: 18, weight: 600, fill: ink.muted }),
  );
  return columns.join("") + rows.join("");
}

function boats(): string {
  return [
    boat(0, 6.4, 11.2, "Petrel", ink.deepCyan, "#bdeaf3"),
    boat(0, 12.3, 18.6, "Old Constance", ink.raised, ink.text),
    boat(1, 7.2, 9.8, "Gull", ink.raised, ink.text),
    boat(2, 6, 13.4, "Sea Thrift", ink.raised, ink.text),
    boat(2, 14.2, 19, "Nerine", ink.deepCyan, "#bdeaf3"),
    boat(3, 8.6, 12.1, "Dunlin", ink.deepCyan, "#bdeaf3"),
    boat(4, 6, 8.8, "Pilot 2", "#3a3226", ink.sand),
    boat(4, 10.4, 16.9, "Marguerite", ink.raised, ink.text),
  ].join("");
}

function boat(index: number, from: number, to: number, name: string, fill: string, ink2: string) {
  const x = at(from);
  const y = row(index) + 9;
  const width = at(to) - x;
  return (
    box(x, y, width, 40, fill, 'rx="6"') +
    text(x + 14, y + 26, name, { size: 17, weight: 500, fill: ink2 })
  );
}

/** Hatching where the water is too shallow for the keel of the boat being moved. */
function shallow(): string {
  const x = at(14.4);
  const lines = Array.from(
    { length: 34 },
    (_, index) => `M${x - 60 + index * 9} ${row(3) + 58}l58 -58`,
  ).join("");
  return [
    `<clipPath id="low"><rect x="${x}" y="${row(3)}" width="${800 - x}" height="58"/></clipPath>`,
    `<g clip-path="url(#low)"><path d="${lines}" stroke="${ink.coral}" stroke-opacity=".42" stroke-width="1.5"/></g>`,
    box(686, row(3) + 18, 106, 24, ink.ground, 'rx="4"'),
    text(782, row(3) + 35, "too shallow", {
      size: 15,
      weight: 500,
      fill: ink.coral,
      anchor: "end",
    }),
  ].join("");
}

function inHand(): string {
  const x = at(11.1);
  const y = row(1) + 5;
  const width = 5.2 * hourWidth;
  return [
    box(x, y + 5, width, 44, "#05090d", 'rx="7" opacity=".55"'),
    box(x, y, width, 44, ink.cyan, 'rx="7"'),
    text(x + 15, y + 28, "Albatross", { size: 17, weight: 600, fill: "#04222a" }),
    text(x + width - 14, y + 28, "2.4 m", {
      size: 16,
      weight: 500,
      fill: "#0a4450",
      anchor: "end",
    }),
    `<path d="M${x + width - 86} ${y + 30}l0 27l7 -6l5 11l6 -3l-5 -10l9 -1z" fill="#fff" stroke="#04222a" stroke-width="1.5" stroke-linejoin="round"/>`,
  ].join("");
}

function now(): string {
  const x = at(9.4);
  return `${hairline(x, 166, x, 500, ink.sand)}<circle cx="${x}" cy="166" r="4" fill="${ink.sand}"/>`;
}
