import { type ReactNode, useState } from "react";
import type { NotionNote } from "../../../supabase/functions/fetch-notion-notes/contract.ts";
import { formatDate } from "../../lib/format.ts";
import { safeHref } from "../../lib/safe-url.ts";

/** One note, linked to Notion. */
export function NoteCard({ note }: { note: NotionNote }) {
  const { title } = note;
  const lastEdited = Number.isNaN(Date.parse(note.lastEdited ?? "")) ? null : note.lastEdited;
  const tags = [...new Set(note.tags)];
  return (
    <li className="grid [contain-intrinsic-size:auto_9rem] [content-visibility:auto]">
      <CardLink address={note.url}>
        <NoteIcon icon={note.icon} />
        <span className="font-semibold text-body [overflow-wrap:anywhere]" dir="auto">
          {title}
        </span>
        {lastEdited && (
          <span className="text-small text-soft">Last edited: {formatDate(lastEdited)}</span>
        )}
        {tags.length > 0 && (
          <span className="mt-auto flex w-full flex-wrap gap-1.5 pt-2">
            {tags.map((tag) => (
              <span
                key={tag}
                dir="auto"
                className="max-w-full truncate rounded border border-line px-2 py-0.5 text-small text-soft"
              >
                {tag}
              </span>
            ))}
          </span>
        )}
      </CardLink>
    </li>
  );
}

interface CardLinkProps {
  address: string | null | undefined;
  children: ReactNode;
}

/** Link of a card. A card without a URL is not a link. */
function CardLink({ address, children }: CardLinkProps) {
  const href = safeHref(address);
  const card =
    "flex min-w-0 flex-col items-start gap-1.5 rounded border border-line bg-surface p-5";
  if (!href || href.startsWith("mailto:")) return <div className={card}>{children}</div>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={`${card} text-ink no-underline transition-colors hover:border-accent`}
    >
      {children}
    </a>
  );
}

function NoteIcon({ icon }: { icon: NotionNote["icon"] }) {
  const [failed, setFailed] = useState(false);
  const picture = icon?.type === "external" && !failed ? safeHref(icon.url) : null;
  if (picture && !picture.startsWith("mailto:")) {
    return (
      <img
        src={picture}
        alt=""
        width={28}
        height={28}
        loading="lazy"
        referrerPolicy="no-referrer"
        className="size-7 rounded object-cover"
        onError={() => setFailed(true)}
      />
    );
  }
  return (
    <span aria-hidden="true" className="text-[1.375rem] leading-7">
      {icon?.type === "emoji" ? icon.emoji : DOCUMENT}
    </span>
  );
}

const DOCUMENT = "📄";
