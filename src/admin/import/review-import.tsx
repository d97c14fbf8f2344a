import { kinds } from "../../../shared/content/kinds.ts";
import { en } from "../../content/texts/en.ts";
import { formatCount } from "../../lib/format.ts";
import { Checkbox } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ImportButtons } from "../../ui/review/review-entry.tsx";
import { toggled } from "../../ui/review/review-group.tsx";
import { STATEMENT } from "./asked-statement.tsx";
import { FileDates } from "./file-dates.tsx";
import { PICTURE } from "./file-picture.ts";
import { PlanGroup } from "./plan-group.tsx";
import { LISTED_KINDS, type PlanItem } from "./plan-item.ts";
import { defaultSubtitles } from "./plan-subtitles.ts";
import { planned, type Review, siteOf, withOwners } from "./use-cv-import.ts";

interface ReviewImportProps {
  review: Review;
  problem: string;
  importing: boolean;
  onChange: (review: Review) => void;
  onStart: () => void;
  onCancel: () => void;
}

/** Lists the entries that a file adds and changes, before it is imported. */
export function ReviewImport(props: ReviewImportProps) {
  const { review, problem, importing, onChange, onStart, onCancel } = props;
  const { file, plan, chosen, kept, site, clearSample } = review;
  const listed = plan.items.filter(({ isAsked }) => !isAsked);
  const of = (status: PlanItem["status"]) => listed.filter((item) => item.status === status);
  const toggle = (ids: string[], on: boolean) => {
    onChange({ ...review, chosen: toggled(chosen, ids, on) });
  };
  const nothing = of("added").length + of("changed").length === 0;
  const hidden = of("added").filter(({ isOptional }) => isOptional).length;
  const notes = [...file.content.notes, ...of("refused").flatMap(({ missing }) => missing)];
  return (
    <div className="grid max-w-[80ch] gap-6 [&_input]:scroll-mb-24">
      {problem && <Notice>{problem}</Notice>}
      <p>
        <bdi className="font-semibold wrap-anywhere">{file.name}</bdi>, a {file.kind}:{" "}
        {formatCount(of("added").length)} to add
        {hidden > 0 && ` (${formatCount(hidden)} hidden in the file, not checked)`},{" "}
        {formatCount(of("changed").length)} to change, {formatCount(of("same").length)} already on
        your site
        {of("refused").length > 0 && `, ${formatCount(of("refused").length)} can't be imported`}.
      </p>
      {site.samples.size > 0 && (
        <Checkbox
          checked={clearSample}
          disabled={importing}
          onChange={({ target }) => onChange(planned({ file, site, clearSample: target.checked }))}
        >
          Remove the sample content ({formatCount(site.samples.size)} entries you haven't edited)
        </Checkbox>
      )}
      <FileDates
        dates={file.dates}
        disabled={importing}
        onDecide={(options) => {
          const read = { ...file, ...file.readDates({ ...file.dates, ...options }) };
          onChange(planned({ file: read, site, clearSample }));
        }}
      />
      {(["info", ...LISTED_KINDS] as const).map((kind) => (
        <PlanGroup
          key={kind}
          title={kind === "info" ? "General Info" : kinds[kind].name}
          items={plan.items.filter((item) => item.kind === kind)}
          chosen={chosen}
          disabled={importing}
          keepsOrder={kind !== "info" && plan.ordered.includes(kind) ? kept.has(kind) : undefined}
          onKeepOrder={(keeps) => {
            if (kind !== "info") onChange({ ...review, kept: toggled(kept, [kind], keeps) });
          }}
          onToggle={toggle}
          statement={file.statement}
          onStatement={(statement) => onChange(withOwners(review, STATEMENT, { statement }))}
          onPicture={(picture) => onChange(withOwners(review, PICTURE, { picture }))}
        />
      ))}
      <Subtitles review={review} importing={importing} onChange={onChange} />
      <NotImported notes={notes} />
      {nothing && (
        <p className="text-soft">
          {of("same").length === 0
            ? "Nothing in this file can be imported."
            : `Everything ${notes.length === 0 ? "in this file" : "that can be imported"} is on your site already.`}
        </p>
      )}
      <ImportButtons
        nouns={["Entry", "Entries"]}
        count={chosen.size}
        importing={importing}
        onStart={onStart}
        onCancel={onCancel}
      />
    </div>
  );
}

type SubtitlesProps = Pick<ReviewImportProps, "review" | "importing" | "onChange">;

/** Offers to leave out the subtitles that the owner has not written. */
function Subtitles({ review, importing, onChange }: SubtitlesProps) {
  const { dropsSubtitles } = review;
  if (dropsSubtitles === null) return null;
  const texts: Partial<Record<string, string>> = en.subtitles;
  const subtitles = defaultSubtitles(siteOf(review)).map((id) => `“${texts[id]}”`);
  return (
    <Checkbox
      checked={dropsSubtitles}
      disabled={importing}
      onChange={({ target }) => onChange({ ...review, dropsSubtitles: target.checked })}
    >
      Leave out the default subtitles: {subtitles.join(" ")}
    </Checkbox>
  );
}

/** The values of the file that are not imported. */
function NotImported({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <details open={notes.length <= SHOWN_AT_ONCE} className="text-soft">
      <summary className="cursor-pointer">Not imported ({formatCount(notes.length)})</summary>
      <ul className="m-0 mt-2 list-disc ps-5">
        {[...new Set(notes)].slice(0, LISTED).map((note) => (
          <li key={note} dir="auto" className="wrap-anywhere">
            {note}
          </li>
        ))}
      </ul>
      {notes.length > LISTED && <p>And {formatCount(notes.length - LISTED)} more.</p>}
    </details>
  );
}

const SHOWN_AT_ONCE = 20;
const LISTED = 1000;
