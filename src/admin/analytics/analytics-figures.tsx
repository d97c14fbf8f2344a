import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { NotedFigure } from "../shell/figure.tsx";
import { daysCsv, rankedCsv } from "./analytics-csv.ts";
import type { Analytics } from "./analytics-schema.ts";
import { CsvButton } from "./csv-button.tsx";
import { DaysTable } from "./days-table.tsx";
import { RankedList } from "./ranked-list.tsx";
import { rankLinks, rankSources } from "./rankings.ts";
import { VisitsChart } from "./visits-chart.tsx";

export function AnalyticsFigures({ analytics }: { analytics: Analytics }) {
  const { days } = analytics;
  const sum = (of: "visits" | "visitors" | "bots") =>
    days.reduce((total, day) => total + (day[of] ?? 0), 0);
  const sources = rankSources(analytics);
  const links = rankLinks(analytics);
  const suffix = `${days.length}-days-to-${days.at(-1)?.date}`;
  if (sum("visits") + sum("bots") + links.length === 0) {
    return (
      <EmptyPanel
        title="No Visits in This Period"
        text="A visit appears here when someone else opens your page."
      />
    );
  }
  return (
    <div className="grid gap-8">
      <section aria-label="Visits" className="grid gap-px overflow-hidden rounded border bg-line">
        <dl className="m-0 grid gap-px sm:grid-cols-3">
          <NotedFigure label="Visits" note="Page loads by people" value={sum("visits")} />
          <NotedFigure label="Visitors" note="Unique per day" value={sum("visitors")} />
          <NotedFigure label="Bots" note="Not part of visits" value={sum("bots")} />
        </dl>
        <div className="grid gap-3 bg-surface p-4 sm:p-5">
          <VisitsChart days={days} />
          <DaysTable days={days} />
          <div className="-ms-4">
            <CsvButton label="Visits" csv={() => daysCsv(days)} fileName={`visits-${suffix}`} />
          </div>
        </div>
      </section>
      <div className="grid gap-8 lg:grid-cols-2">
        <RankedList
          title="Where From"
          counted="Visits"
          rows={sources}
          empty="No visits in this period."
          csv={() => rankedCsv(sources, "Visits")}
          fileName={`sources-${suffix}`}
        />
        <RankedList
          title="Followed Links"
          counted="Clicks"
          rows={links}
          empty="No links followed in this period."
          csv={() => rankedCsv(links, "Clicks")}
          fileName={`links-${suffix}`}
        />
      </div>
    </div>
  );
}
