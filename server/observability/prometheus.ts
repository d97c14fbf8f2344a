/** The content type of the Prometheus text format. */
export const TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

/** Label values by name. They must come from code, never from a request. */
export type Labels = Record<string, string | number>;

/**
 * A counter, which only grows; by convention, its name ends in `_total`. Rendered as lines, without
 * a final line break.
 */
export function createCounter(name: string, help: string) {
  const values = new Map<string, number>();
  return {
    add: (labels: Labels, amount = 1) => {
      const key = labelText(labels);
      values.set(key, (values.get(key) ?? 0) + amount);
    },
    render: () => [head(name, help, "counter"), ...samples(name, values)].join("\n"),
  };
}

/** @param bounds the buckets' upper bounds, ascending; `+Inf` is added. */
export function createHistogram(name: string, help: string, bounds: readonly number[]) {
  const series = new Map<string, { labels: Labels; counts: number[]; sum: number }>();
  return {
    observe: (labels: Labels, value: number) => {
      const key = labelText(labels);
      const one = series.get(key) ?? { labels, counts: [...bounds, 0].map(() => 0), sum: 0 };
      series.set(key, one);
      const bucket = bounds.findIndex((bound) => value <= bound);
      const index = bucket < 0 ? bounds.length : bucket;
      one.counts[index] = (one.counts[index] ?? 0) + 1;
      one.sum += value;
    },
    render: () => {
      const lines = [head(name, help, "histogram")];
      for (const [key, { labels, counts, sum }] of series) {
        let total = 0;
        for (const [index, count] of counts.entries()) {
          total += count;
          const le = bounds[index] ?? "+Inf";
          lines.push(`${name}_bucket${labelText({ ...labels, le })} ${total}`);
        }
        lines.push(`${name}_sum${key} ${sum}`, `${name}_count${key} ${total}`);
      }
      return lines.join("\n");
    },
  };
}

/** A gauge, whose value is read at each scrape. */
export function renderGauge(
  name: string,
  help: string,
  values: number | readonly (readonly [Labels, number])[],
): string {
  const pairs = typeof values === "number" ? [[{}, values] as const] : values;
  const byLabels = new Map(pairs.map(([labels, value]) => [labelText(labels), value]));
  return [head(name, help, "gauge"), ...samples(name, byLabels)].join("\n");
}

function head(name: string, help: string, type: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}`;
}

function samples(name: string, values: ReadonlyMap<string, number>): string[] {
  return [...values].map(([labels, value]) => `${name}${labels} ${value}`);
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

function escaped(value: string | number): string {
  return String(value).replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n");
}
