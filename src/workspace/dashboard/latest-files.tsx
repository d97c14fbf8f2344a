import { formatSize } from "../../lib/file-size.ts";
import { formatDate, formatRecentTime } from "../../lib/format.ts";
import { filePath, paths } from "../../lib/paths.ts";
import { safeHref } from "../../lib/safe-url.ts";
import { kindOf, kinds } from "../files/file-kind.ts";
import { Meter, usedSpace } from "../files/storage-meter.tsx";
import type { Overview } from "./overview-api.ts";
import { ROWS, Row, Section } from "./section.tsx";

const { files: drive, notion } = paths.workspace;

/** The files added or changed last, and the drive's used space. */
export function LatestFiles({ files, usage }: Pick<Overview, "files" | "usage">) {
  return (
    <Section
      title="Recent files"
      more={{ to: drive, text: "All files" }}
      nothing={files.length === 0 && "No files yet."}
    >
      <ul className={ROWS}>
        {files.map((file) => {
          const { Icon } = kinds[kindOf(file)];
          return (
            <Row
              key={file.id}
              to={filePath(file.id, file.parent_id)}
              name={file.name}
              icon={<Icon />}
            >
              <span className="max-sm:hidden">{formatSize(file.size)}</span>
              <span className="w-22 text-end">{formatRecentTime(file.updated_at)}</span>
            </Row>
          );
        })}
      </ul>
      <p className="pt-2 text-small text-soft tabular-nums">{usedSpace(usage)}</p>
      <Meter usage={usage} />
    </Section>
  );
}

/** The Notion notes edited last, as of the last sync; each opens in Notion. */
export function LatestNotion({ notes }: { notes: Overview["notion"] }) {
  return (
    <Section
      title="Notion"
      more={{ to: notion, text: "All of Notion" }}
      nothing={notes.length === 0 && "Nothing has been synced from Notion yet."}
    >
      <ul className={ROWS}>
        {notes.map(({ id, title, url, icon, lastEdited }) => (
          <Row
            key={id}
            to={safeHref(url)}
            name={title}
            icon={
              <span aria-hidden="true" className="w-5 shrink-0 text-center">
                {icon?.type === "emoji" ? icon.emoji : "📄"}
              </span>
            }
          >
            {lastEdited && Date.parse(lastEdited) > 0 && formatDate(lastEdited)}
          </Row>
        ))}
      </ul>
    </Section>
  );
}
