import { box, ink, picture, sequence, text } from "./drawing.ts";

const days = 365;
const halfHours = 48;
const left = 46;
const top = 92;
const dayWidth = 2;
const rowHeight = 7.5;
const months = ["Jan", "Mar", "May", "Jul", "Sep", "Nov"];

/** Halfhour: a year of electricity, one column a day and one row per half-hour. */
export function drawHalfhour(): string {
  return picture(800, 500, [heading(), sheet(), axes(), away()].join(""));
}

function heading(): string {
  return [
    text(left, 54, "3,418 kWh", { size: 28, weight: 600 }),
    text(left + 156, 54, "in 2025", { size: 20, fill: ink.muted }),
    scale(),
  ].join("");
}

function scale(): string {
  const steps = Array.from({ length: 7 }, (_, index) =>
    box(608 + index * 24, 40, 24, 12, shade(index / 6)),
  );
  return steps.join("") + text(598, 52, "kW", { size: 15, fill: ink.faint, anchor: "end" });
}

function sheet(): string {
  const random = sequence(7);
  const cells: string[] = [];
  for (let day = 0; day < days; day++) {
    const mood = random();
    for (let half = 0; half < halfHours; half++) {
      const load = loadOf(day, half / 2, mood, random());
      const x = left + day * dayWidth;
      const y = (top + half * rowHeight).toFixed(1);
      cells.push(`<path fill="${shade(load)}" d="M${x} ${y}h2.1v7.7h-2.1z"/>`);
    }
  }
  return `<g shape-rendering="crispEdges">${cells.join("")}</g>`;
}

/** Load between 0 and 1: a storage heater on winter nights, breakfast, dinner, and one trip away. */
function loadOf(day: number, hour: number, mood: number, noise: number): number {
  if (isAway(day)) return 0.06 + noise * 0.03;
  const winter = 0.5 + 0.5 * Math.cos(((day - 15) / 365) * Math.PI * 2);
  const weekend = day % 7 > 4;
  const dusk = 16.4 + (1 - winter) * 3.6;
  const heating = winter > 0.36 + mood * 0.12;
  const heaterEnds = 1 + winter * 4.6 + (mood - 0.5) * 1.3;
  const heater =
    heating && hour >= 0.5 ? step(heaterEnds - hour, 0.28) * (0.26 + 0.34 * winter) : 0;
  const breakfast = bump(hour, weekend ? 9.3 : 6.7 + mood * 0.5, 0.9) * 0.42;
  const lunch = weekend ? bump(hour, 12.6 + mood, 1.1) * 0.4 : 0;
  const evening = step(hour - dusk, 0.55) * bump(hour, 19.7, 2.4) * (0.34 + 0.34 * winter);
  const washing = mood > 0.72 ? bump(hour, 11 + mood * 4, 0.8) * 0.45 : 0;
  const total = 0.07 + heater + breakfast + lunch + evening + washing;
  return Math.min(1, total * (0.84 + mood * 0.2) + noise * 0.06);
}

const bump = (hour: number, centre: number, width: number) =>
  Math.exp(-(((hour - centre) / width) ** 2));

const step = (distance: number, softness: number) => 1 / (1 + Math.exp(-distance / softness));

const isAway = (day: number) => day >= 214 && day < 228;

function axes(): string {
  const clock = [0, 6, 12, 18].map((hour) =>
    text(left - 9, top + hour * 2 * rowHeight + 14, String(hour).padStart(2, "0"), {
      size: 15,
      fill: ink.faint,
      anchor: "end",
    }),
  );
  const year = months.map((name, index) =>
    text(left + ((index * 2 * days) / 12) * dayWidth, top + 360 + 26, name, {
      size: 15,
      fill: ink.faint,
    }),
  );
  return clock.join("") + year.join("");
}

function away(): string {
  const from = left + 214 * dayWidth;
  return [
    `<path d="M${from} ${top - 4}v-8h28v8" fill="none" stroke="${ink.sand}" stroke-width="1.5"/>`,
    text(from + 14, top - 20, "away", { size: 15, weight: 500, fill: ink.sand, anchor: "middle" }),
  ].join("");
}

/** From the ink background through cyan to nearly white. */
function shade(load: number): string {
  const stops: [number, number, number][] = [
    [16, 27, 36],
    [13, 62, 76],
    [16, 116, 138],
    [34, 190, 214],
    [206, 244, 248],
  ];
  const position = Math.max(0, Math.min(0.999, load)) * (stops.length - 1);
  const index = Math.floor(position);
  const from = stops[index] ?? [0, 0, 0];
  const to = stops[index + 1] ?? from;
  const part = position - index;
  const channel = (c: 0 | 1 | 2) => Math.round(from[c] + (to[c] - from[c]) * part);
  return `rgb(${channel(0)},${channel(1)},${channel(2)})`;
}
