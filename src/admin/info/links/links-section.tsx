import { queryOptions, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo } from "react";
import { useEditor } from "../../../forms/use-editor.ts";
import { safeHref } from "../../../lib/safe-url.ts";
import { Button } from "../../../ui/button.tsx";
import { useIconPaths } from "../../../ui/hooks/use-icon-paths.ts";
import { socialSymbol } from "../../../ui/icon-keys.ts";
import { LibraryIcon } from "../../../ui/library-icon.tsx";
import { visibilityActions } from "../../entries/arrange/row-menu.tsx";
import { useArrangement } from "../../entries/arrange/use-arrangement.ts";
import { EntryList } from "../../entries/entry-list.tsx";
import { type Column, EntryTable } from "../../entries/entry-table.tsx";
import { TrashButton } from "../../entries/history/trash.tsx";
import { useHistory } from "../../entries/history/use-history.tsx";
import { useRemoveEntry } from "../../entries/use-remove-entry.ts";
import { Section } from "../section.tsx";
import { LinkEditor } from "./link-editor.tsx";
import type { SocialLink } from "./link-schema.ts";
import { listLinks, removeLink } from "./links-api.ts";

const linksQuery = queryOptions({ queryKey: ["social_links", "list"], queryFn: listLinks });

/** The owner's social links, in the order the site shows them. Each is saved separately. */
export function LinksSection() {
  const links = useQuery(linksQuery);
  const arrangement = useArrangement("social_links", links.data ?? NONE);
  const rows = useMemo(() => arrangement.rows.toSorted(byOrder), [arrangement.rows]);
  const history = useHistory("social_links", { rows: links.data ?? NONE, nameOf: nameIn });
  const editor = useEditor();
  const { removeEntry, removing } = useRemoveEntry({
    table: "social_links",
    listKey: linksQuery.queryKey,
    remove: removeLink,
    failure: "Error deleting link",
  });
  const add = (
    <Button icon={<Plus aria-hidden="true" />} onClick={editor.add}>
      Add Link
    </Button>
  );
  return (
    <Section
      title="Social links"
      text="Listed under “Find me on” in this order. Each link is saved separately."
    >
      <div className="grid gap-3">
        <div className="flex justify-end gap-2">
          <TrashButton list="social_links" nameOf={nameIn} />
          {links.data && links.data.length > 0 && add}
        </div>
        <EntryList
          query={links}
          empty={{
            title: "No Social Links",
            text: "Add the places where people find you, such as GitHub or LinkedIn.",
            action: add,
          }}
        >
          {() => (
            <EntryTable
              label="Social links"
              rows={rows}
              columns={COLUMNS}
              nameOf={(link) => link.name}
              onEdit={(link) => editor.edit(link.id)}
              onRemove={(link) =>
                removeEntry(link.id, link.name, `Are you sure you want to delete "${link.name}"?`)
              }
              removing={removing}
              onOrder={(ids) => arrangement.saveOrder(rows, ids)}
              menuOf={(link) => [
                {
                  title: "Visibility",
                  actions: visibilityActions(link.visibility, (chosen) =>
                    arrangement.saveVisibility(link, chosen),
                  ),
                },
                { actions: [history.actionOf(link)] },
              ]}
            />
          )}
        </EntryList>
      </div>
      {history.modal}
      {editor.editing !== null && links.data && (
        <LinkEditor
          key={editor.editing}
          editing={editor.editing}
          links={links.data}
          onClose={editor.close}
        />
      )}
    </Section>
  );
}

const nameIn = ({ name }: { name?: unknown }) => String(name);

const NONE: readonly never[] = [];

// As the list is read: without a number last, then by id.
function byOrder(one: SocialLink, other: SocialLink): number {
  const number = ({ display_order }: SocialLink) => display_order ?? Number.POSITIVE_INFINITY;
  if (number(one) !== number(other)) return number(one) - number(other);
  return one.id < other.id ? -1 : 1;
}

const COLUMNS: Column<SocialLink>[] = [
  {
    header: "Name",
    width: "min-w-0 flex-1 sm:w-44 sm:flex-none",
    cell: ({ name, icon_key }) => (
      <span className="flex items-start gap-2.5">
        <span className="mt-1 inline-grid shrink-0 text-soft">
          <LinkIcon name={name} iconKey={icon_key} />
        </span>
        <span className="line-clamp-2 min-w-0 wrap-anywhere" dir="auto">
          {name}
        </span>
      </span>
    ),
  },
  {
    header: "Address",
    className: "max-sm:hidden",
    cell: ({ url }) => <Address url={url} />,
  },
  {
    header: "Order",
    width: "w-20",
    className: "text-end! tabular-nums max-sm:hidden",
    cell: ({ display_order }) => display_order ?? "–",
  },
];

function LinkIcon({ name, iconKey }: { name: string; iconKey: string | null }) {
  const paths = useIconPaths([iconKey]);
  return <LibraryIcon symbol={socialSymbol(iconKey)} name={name} paths={paths} />;
}

function Address({ url }: { url: string }) {
  const href = safeHref(url);
  const text = <span className="line-clamp-2 wrap-anywhere">{url}</span>;
  if (!href) return text;
  return (
    <a href={href} target="_blank" rel="noopener" className="text-soft hover:text-ink">
      {text}
    </a>
  );
}
