import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "../../lib/errors.ts";
import { formatCount, formatDateTime } from "../../lib/format.ts";
import { shorten } from "../../lib/shorten.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { DeliverySettings } from "./delivery-settings.tsx";
import { noticeStatusQuery, useSendTest } from "./notices-queries.ts";
import type { NoticeStatus } from "./notices-schema.ts";

/** Maximum length of a shown error; mail servers answer with a line or two. */
const LONGEST_ERROR = 300;

/** The recipient of notices, the state of the outbox, and a test that shows the original error. */
export function NoticeDelivery() {
  const query = useQuery(noticeStatusQuery);
  const { data, error } = query;
  if (data) return data.transport ? <Delivery status={data} /> : <NotSetUp />;
  if (!error) return <SkeletonRows rows={3} />;
  return <FailedRead query={query} what="The state of notices" />;
}

function NotSetUp() {
  if (readClientConfig().embedded) {
    return (
      <EmptyPanel
        title="Notices are not sent"
        text="They need a mail server that accepts mail from you, or a webhook of another program."
        action={<DeliverySettings />}
      />
    );
  }
  return (
    <EmptyPanel
      title="Notices are not sent"
      text={
        <>
          Run <code>npm run deploy</code> with <code>FOYER_WEBHOOK_URL</code> and{" "}
          <code>FOYER_WEBHOOK_SECRET</code>. A site on Supabase sends webhooks, not mail.
        </>
      }
    />
  );
}

function Delivery({ status }: { status: NoticeStatus }) {
  const test = useSendTest();
  const byMail = status.transport === "mail";
  const name = byMail ? "test mail" : "test notice";
  return (
    <section aria-labelledby="delivery" className="grid gap-4">
      <h2 id="delivery" className="text-body font-semibold">
        Delivery
      </h2>
      <Failures status={status} />
      <dl className="m-0 grid gap-px rounded border bg-line">
        <Row name={byMail ? "Mail to" : "Webhook"}>{status.recipient}</Row>
        <Row name="Last sent">
          {status.lastSentAt ? formatDateTime(status.lastSentAt) : "Nothing yet"}
        </Row>
        <Row name="Waiting">{formatCount(status.waiting)}</Row>
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button icon={<Send />} pending={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? "Sending..." : `Send ${name}`}
        </Button>
        {readClientConfig().embedded && <DeliverySettings />}
      </div>
      {test.error && (
        <Notice>
          The {name} was not sent: {shorten(messageOf(test.error), LONGEST_ERROR)}
        </Notice>
      )}
      {test.isSuccess && <Notice kind="success">The {name} was sent.</Notice>}
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 bg-surface px-4 py-3 first:rounded-t last:rounded-b">
      <dt className="text-soft">{name}</dt>
      <dd className="m-0 tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Lists failed deliveries. Errors that were followed by a success are hidden. */
function Failures({ status }: { status: NoticeStatus }) {
  const { lastError, lastSentAt, unconfirmed, gaveUp } = status;
  const isOpen = lastError && (lastSentAt === null || lastSentAt < lastError.at);
  return (
    <>
      {isOpen && (
        <Notice>
          The last attempt, {formatDateTime(lastError.at)}, failed:{" "}
          {shorten(lastError.message ?? "", LONGEST_ERROR)}
        </Notice>
      )}
      {gaveUp > 0 && (
        <Notice>
          {formatCount(gaveUp)} {gaveUp === 1 ? "notice was" : "notices were"} not sent in 3 days of
          attempts.
        </Notice>
      )}
      {unconfirmed > 0 && (
        <Notice kind="info">
          {formatCount(unconfirmed)} {unconfirmed === 1 ? "mail" : "mails"} may not have arrived:
          the transfer was interrupted at its end. Not sent again, so that nothing arrives twice.
        </Notice>
      )}
    </>
  );
}
