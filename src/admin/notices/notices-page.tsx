import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../lib/errors.ts";
import { FailedRead } from "../../ui/failed-read.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { NoticeDelivery } from "./notice-delivery.tsx";
import { choicesQuery, useSaveChoice } from "./notices-queries.ts";
import { CAUSES, type Cause, type Choices, isOnByDefault } from "./notices-schema.ts";

/** How notices reach the owner, what became of the last ones, and what they are about. */
export function NoticesPage() {
  return (
    <>
      <PageHeader text="News about your site, by mail or webhook." />
      <div className="grid max-w-[70ch] gap-10">
        {/* The choices below must not move when the state arrives. */}
        <div className="grid min-h-60 content-start">
          <NoticeDelivery />
        </div>
        <NoticeChoices />
      </div>
    </>
  );
}

const TEXTS: Record<Cause, { label: string; hint: string }> = {
  message: {
    label: "New message",
    hint: "Includes the message. Replies go to the visitor.",
  },
  sign_in: {
    label: "New sign-in",
    hint: "To your account or the workspace user's, with browser and network.",
  },
  backup: {
    label: "Failed backup",
    hint: "When a scheduled backup fails or could not be proven by a restore.",
  },
  digest: {
    label: "Weekly digest",
    hint: "On Mondays: visits, messages and what is unread.",
  },
};

/** One checkbox per cause, each saved when it is changed. */
function NoticeChoices() {
  const query = useQuery(choicesQuery);
  const { data, error } = query;
  if (data) return <Causes choices={data} />;
  if (!error) return <SkeletonRows rows={4} />;
  return <FailedRead query={query} what="The choices" />;
}

function Causes({ choices }: { choices: Choices }) {
  return (
    <fieldset className="m-0 grid gap-4 border-0 p-0">
      <legend className="mb-4 p-0 text-body font-semibold">Notify me about</legend>
      {CAUSES.map((cause) => (
        <Choice key={cause} cause={cause} saved={choices[cause] ?? isOnByDefault(cause)} />
      ))}
    </fieldset>
  );
}

function Choice({ cause, saved }: { cause: Cause; saved: boolean }) {
  const save = useSaveChoice();
  const { label, hint } = TEXTS[cause];
  // The chosen value while it is being saved; the saved one after a failure.
  const checked = save.isPending ? save.variables.enabled : saved;
  return (
    <div className="grid gap-2">
      <Checkbox
        hint={hint}
        checked={checked}
        aria-busy={save.isPending}
        onChange={({ target }) => save.mutate({ cause, enabled: target.checked })}
      >
        {label}
      </Checkbox>
      {save.error && <Notice>Could not be saved: {messageOf(save.error)}</Notice>}
    </div>
  );
}
