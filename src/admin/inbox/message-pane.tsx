import { useQuery } from "@tanstack/react-query";
import { Mail, MailCheck, MailOpen, MailX, Reply, ShieldBan, Trash2, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { formatDateTime } from "../../lib/format.ts";
import { buttonClass, IconButton } from "../../ui/button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { Highlight } from "../../ui/highlight.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { Message } from "./message-set.ts";
import { type Change, only, withChanges } from "./message-set.ts";
import { messageQuery } from "./messages-queries.ts";
import { replyHref } from "./reply-link.ts";
import { GONE_TEXT } from "./use-message-actions.ts";

interface MessagePaneProps {
  id: string;
  pending: readonly Change[];
  /** The words to mark. */
  search: string;
  onChange: (change: Change) => void;
  onRemove: (message: Message) => void;
  onSpam: () => void;
  /** Closes the message; undefined if the pane's container has a close button. */
  onClose?: () => void;
}

/** A message with its actions. Opening it marks it read; opening the mail program, replied. */
export function MessagePane(props: MessagePaneProps) {
  const { id, pending, search, onChange, onRemove, onSpam, onClose } = props;
  const query = useQuery(messageQuery(id));
  const [message] = query.data ? withChanges([query.data], pending, "") : [];
  useMarkRead(query.data, onChange);

  if (!message) {
    return (
      <Frame onClose={onClose}>
        {query.isPending && <SkeletonRows rows={4} height="h-8" />}
        {query.data === undefined && <FailedRead query={query} />}
        {query.data !== undefined && <Notice kind="info">{GONE_TEXT}</Notice>}
      </Frame>
    );
  }
  const to = message.is_read ? "unread" : "read";
  const reply = replyHref(message);
  const isReplied = message.replied_at !== null;
  return (
    <Frame
      onClose={onClose}
      actions={
        <>
          {reply && (
            <a
              className={buttonClass()}
              href={reply}
              onClick={() => !isReplied && onChange({ set: only(id), to: "replied" })}
            >
              <Reply />
              Reply
            </a>
          )}
          <IconButton
            label={`Mark as ${to}`}
            icon={message.is_read ? Mail : MailOpen}
            className={reply ? "" : "-ms-2.5"}
            onClick={() => onChange({ set: only(id), to })}
          />
          <IconButton
            label={isReplied ? "Mark as not replied" : "Mark as replied"}
            icon={isReplied ? MailX : MailCheck}
            onClick={() => onChange({ set: only(id), to: isReplied ? "not replied" : "replied" })}
          />
          <IconButton label="Mark sender as spam" icon={ShieldBan} onClick={onSpam} />
          <IconButton label="Delete message" icon={Trash2} onClick={() => onRemove(message)} />
        </>
      }
    >
      <article className="grid gap-5">
        <header className="grid gap-2">
          <h2
            dir="auto"
            className="break-words text-[1.25rem] leading-snug tracking-tight [overflow-wrap:anywhere]"
          >
            <Highlight text={message.subject} search={search} />
          </h2>
          <p className="text-note [overflow-wrap:anywhere]">
            <bdi className="font-semibold">
              <Highlight text={message.name} search={search} />
            </bdi>{" "}
            <bdi className="text-soft">
              <Highlight text={message.email} search={search} />
            </bdi>
          </p>
          <p className="text-small text-soft">
            <time dateTime={message.created_at}>{formatDateTime(message.created_at)}</time>
            {!message.is_read && " · Unread"}
            {message.replied_at && (
              <>
                {" · Replied "}
                <time dateTime={message.replied_at}>{formatDateTime(message.replied_at)}</time>
              </>
            )}
          </p>
        </header>
        <p
          dir="auto"
          className="max-w-[72ch] whitespace-pre-wrap border-t pt-5 leading-relaxed [overflow-wrap:anywhere]"
        >
          <Highlight text={message.message} search={search} />
        </p>
      </article>
    </Frame>
  );
}

/** Marks a message read when it is opened, but not again after the owner marks it unread. */
function useMarkRead(message: Message | null | undefined, onChange: (change: Change) => void) {
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (!message || seen.current === message.id) return;
    seen.current = message.id;
    if (!message.is_read) onChange({ set: only(message.id), to: "read" });
  }, [message, onChange]);
}

function Frame(props: {
  actions?: ReactNode;
  onClose?: (() => void) | undefined;
  children: ReactNode;
}) {
  const { actions, onClose, children } = props;
  return (
    <>
      {(actions || onClose) && (
        <div className="flex min-h-14 items-center gap-1 border-b px-3 py-2">
          {actions}
          {onClose && (
            <IconButton label="Close message" icon={X} className="ms-auto" onClick={onClose} />
          )}
        </div>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
    </>
  );
}

/** Shown while no message is selected. */
export function NoMessageChosen() {
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-3 p-6 text-soft">
      <MailOpen className="size-6" />
      <p>Select a message</p>
    </div>
  );
}
