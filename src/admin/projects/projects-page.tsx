import { ExternalLink } from "lucide-react";
import { useEffect } from "react";
import type { Tables } from "../../lib/database.types.ts";
import { paths } from "../../lib/paths.ts";
import { safeHref } from "../../lib/safe-url.ts";
import { screenTitles } from "../../lib/screen-titles.ts";
import { EntriesPage } from "../entries/entries-page.tsx";
import type { Column } from "../entries/entry-table.tsx";
import { ProjectPicture } from "./picture/project-picture.tsx";
import { removeUnusedPictures } from "./picture/upload-picture.ts";
import { ProjectEditor } from "./project-editor.tsx";
import { projectsApi } from "./projects-api.ts";

/** The owner's projects. */
export function ProjectsPage() {
  useEffect(() => void removeUnusedPictures(), []);
  return (
    <EntriesPage
      title={screenTitles[paths.admin.projects]}
      text="What you have built, newest first or in your own order."
      addLabel="Add Project"
      empty={{
        title: "No Projects Found",
        text: "Add what you have built. It appears among the featured projects on your page.",
      }}
      api={projectsApi}
      columns={columns}
      nameOf={({ name }) => name}
      removeFailure="Error deleting project"
      Editor={ProjectEditor}
    />
  );
}

const columns: readonly Column<Tables<"projects">>[] = [
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
      <ExternalLink aria-hidden="true" />
    </a>
  );
}
