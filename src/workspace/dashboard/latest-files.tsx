import { Link } from "react-router";
import { formatSize } from "../../lib/file-size.ts";
import { formatDate, formatRecentTime } from "../../lib/format.ts";
import { filePath, paths } from "../../lib/paths.ts";
import { safeHref } from "../../lib/safe-url.ts";
import { Meter, usedSpace } from "../files/drive-header.tsx";
import { kindOf, kinds } from "../files/file-kind.ts";
import type { Overview } from "./overview-api.ts";
import { ASIDE, ROW, ROWS, Section } from "./section.tsx";

/** The files added or changed last, and how much space all of them take. */
export function LatestFiles({ files, usage }: Pick<Overview, "files" | "usage">) {
  return (
    <Section
      title="Recent files"
      more={{ to: paths.workspace.files, text: "All files" }}
      nothing={files.length === 0 ? "No files yet." : ""}
    >
      {files.length > 0 && (
        <ul className={ROWS}>
          {files.map((file) => {
            const { Icon } = kinds[kindOf(file)];
            return (
              <li key={file.id} className="flex">
                <Link to={filePath(file.id, file.parent_id)} className={ROW}>
                  <Icon aria-hidden="true" />
                  <span dir="auto" className="truncate">
                    {file.name}
                  </span>
                  <span className={ASIDE}>
                    <span className="max-sm:hidden">{formatSize(file.size)}</span>
                    <span className="inline-block w-24 text-end">
                      {formatRecentTime(file.updated_at)}
                    </span>
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      <div className="grid gap-1.5 pt-3">
        <p className="text-small text-soft tabular-nums">{usedSpace(usage)}</p>
        <Meter usage={usage} />
      </div>
    </Section>
  );
}

/** The notes of Notion edited last, as of the last sync; each opens in Notion. */
export function LatestNotion({ notes }: { notes: Overview["notion"] }) {
  return (
    <Section
      title="Notion"
      more={{ to: paths.workspace.notion, text: "All of Notion" }}
      nothing={notes.length === 0 ? "Nothing has been synced from Notion yet." : ""}
    >
      {notes.length > 0 && (
        <ul className={ROWS}>
          {notes.map(({ id, title, url, icon, lastEdited }) => {
            const href = safeHref(url);
            const row = (
              <>
                <span aria-hidden="true" className="w-5 shrink-0 text-center">
                  {icon?.type === "emoji" ? icon.emoji : "📄"}
                </span>
                <span dir="auto" className="truncate">
                  {title}
                </span>
                {!Number.isNaN(Date.parse(lastEdited ?? "")) && (
                  <span className={ASIDE}>{formatDate(lastEdited ?? "")}</span>
                )}
              </>
            );
            return (
              <li key={id} className="flex">
                {href && !href.startsWith("mailto:") ? (
                  <a href={href} target="_blank" rel="noopener noreferrer" className={ROW}>
                    {row}
                  </a>
                ) : (
                  <span className={ROW}>{row}</span>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
