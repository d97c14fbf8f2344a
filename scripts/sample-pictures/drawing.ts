/**
 * The palette and the SVG primitives all sample pictures share. Units are pixels of the picture.
 */
export const ink = {
  ground: "#0b1118",
  panel: "#111a23",
  raised: "#192530",
  line: "#273644",
  faint: "#51646f",
  muted: "#93a7b4",
  text: "#e7eef2",
  cyan: "#22d3ee",
  deepCyan: "#0e5566",
  sand: "#e3bd86",
  moss: "#86b99c",
  coral: "#e58f7b",
} as const;

export interface TextStyle {
  size?: number;
  fill?: string;
  weight?: 400 | 500 | 600;
  anchor?: "start" | "middle" | "end";
  mono?: boolean;
  spacing?: number;
}

/** A `width`×`height` SVG on the ink background; the page adds rounded corners. */
export function picture(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${ink.ground}"/>${body}</svg>`;
}

/** One line of text with its baseline at `y`. `content` may hold tspan markup. */
export function text(x: number, y: number, content: string, style: TextStyle = {}): string {
  const { size = 16, fill = ink.text, weight = 400, anchor = "start", mono, spacing = 0 } = style;
  const family = mono ? "Sample Mono" : "Sample Sans";
  return `<text x="${x}" y="${y}" xml:space="preserve" font-family="${family}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}" letter-spacing="${spacing}">${content}</text>`;
}

export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  extra = "",
): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${extra}/>`;
}

/** A straight hairline, drawn on the half pixel so that it stays one pixel wide. */
export function hairline(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  stroke: string = ink.line,
) {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${stroke}" stroke-width="1"/>`;
}

/**
 * A deterministic sequence of numbers in [0, 1), so that rendering twice gives the same picture.
 */
export function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
