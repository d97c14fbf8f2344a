import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Row } from "../../../../shared/content/kind.ts";
import { kinds } from "../../../../shared/content/kinds.ts";
import { useEditor } from "../../../forms/use-editor.ts";
import { safeHref } from "../../../lib/safe-url.ts";
import { Button } from "../../../ui/button.tsx";
import { useIconPaths } from "../../../ui/hooks/use-icon-paths.ts";
import { socialSymbol } from "../../../ui/icon-keys.ts";
import { LibraryIcon } from "../../../ui/library-icon.tsx";
import { entriesQuery } from "../../entries/entry-api.ts";
import { EntryList } from "../../entries/entry-list.tsx";
import { EntryTable, type TableColumn } from "../../entries/entry-table.tsx";
import { TrashButton } from "../../entries/history/trash.tsx";
import { useEntryList } from "../../entries/use-entry-list.tsx";
import { Section } from "../section.tsx";
import { LinkEditor } from "./link-editor.tsx";

type SocialLink = Row<"social_links">;

/** The owner's social links, in the order the site shows them. Each is saved separately. */
export function LinksSection() {
  const links = useQuery(entriesQuery("social_links"));
  const editor = useEditor();
  const list = useEntryList("social_links", links.data ?? NONE, {
    sort: byOrder,
    onEdit: editor.edit,
  });
  const { text, empty } = kinds.social_links;
  const add = (
    <Button icon={<Plus />} onClick={editor.add}>
      Add Link
    </Button>
  );
  const row = editor.editing === "new" ? null : links.data?.find(({ id }) => id === editor.editing);
  return (
    <Section title="Social links" text={text}>
      <div className="grid gap-3">
        <div className="flex justify-end gap-2">
          <TrashButton kind="social_links" />
          {links.data && links.data.length > 0 && add}
        </div>
        <EntryList query={links} empty={{ ...empty, action: add }}>
          {() => (
            <EntryTable kind="social_links" label="Social links" list={list} columns={COLUMNS} />
          )}
        </EntryList>
      </div>
      {editor.editing !== null && links.data && (
        <LinkEditor
          key={editor.editing}
          row={row}
          editing={editor.editing}
          onClose={editor.close}
        />
      )}
    </Section>
  );
}

const NONE: readonly never[] = [];

// Sorts links in the order of the list: links without a number last, then by id.
function byOrder(rows: readonly SocialLink[]): SocialLink[] {
  const place = ({ display_order }: SocialLink) => display_order ?? Number.MAX_VALUE;
  return rows.toSorted((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1));
}

const COLUMNS: readonly TableColumn<SocialLink>[] = [
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
