import { ExternalLink } from "lucide-react";
import { useEffect } from "react";
import type { Row } from "../../../shared/content/kind.ts";
import { safeHref } from "../../lib/safe-url.ts";
import { EntriesPage } from "../entries/entries-page.tsx";
import type { TableColumn } from "../entries/entry-table.tsx";
import { ProjectPicture } from "./picture/project-picture.tsx";
import { removeUnusedPictures } from "./picture/upload-picture.ts";
import { ProjectEditor } from "./project-editor.tsx";

export function ProjectsPage() {
  useEffect(() => void removeUnusedPictures(), []);
  return <EntriesPage kind="projects" columns={columns} Editor={ProjectEditor} />;
}

const columns: readonly TableColumn<Row<"projects">>[] = [
  {
    header: "Name",
    cell: ({ name, image_url, description }) => (
      <div className="flex items-start gap-3">
        <ProjectPicture address={image_url} name={name} alt="" className="w-14 shrink-0 sm:w-20" />
        <div className="min-w-0">
          <p className="line-clamp-2 font-semibold wrap-anywhere" dir="auto">
            {name}
          </p>
          {description && (
            <p className="line-clamp-1 text-small text-soft wrap-anywhere max-sm:hidden" dir="auto">
              {description}
            </p>
          )}
        </div>
      </div>
    ),
  },
  {
    header: "Stack",
    width: "w-64",
    className: "max-lg:hidden",
    cell: ({ stack }) => (
      <p className="line-clamp-2 text-soft wrap-anywhere" dir="auto">
        {stack?.join(", ") || "–"}
      </p>
    ),
  },
  {
    header: "Links",
    width: "w-44",
    className: "max-md:hidden",
    cell: ({ name, live_link, github_link }) => (
      <p className="flex flex-wrap gap-x-4">
        <OutsideLink text="Live" name={name} address={live_link} />
        <OutsideLink text="Code" name={name} address={github_link} />
      </p>
    ),
  },
];

function OutsideLink(props: { text: string; name: string; address: string | null }) {
  const href = safeHref(props.address);
  if (!href) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${props.text}: ${props.name}`}
      className="inline-flex items-center gap-1 text-soft hover:text-ink [&_svg]:size-3.5"
    >
      {props.text}
      <ExternalLink />
    </a>
  );
}
