import { Check, Eraser, ExternalLink, FileInput } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";
import { messageOf } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { MissingList } from "../shell/missing-list.tsx";
import { missingSteps } from "../shell/missing-steps.ts";
import type { SiteFacts } from "../shell/site-facts-api.ts";
import { useClearSampleContent } from "./dashboard-queries.ts";
import { NameStep } from "./name-step.tsx";

/** What the site still lacks, and a button to clear the sample portfolio while it exists. */
export function GettingStarted({ facts }: { facts: SiteFacts }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const steps = missingSteps(facts);
  const asksName = steps[0]?.[0] === "displayName";
  return (
    <section aria-labelledby="getting-started" className="grid gap-4">
      <header className="flex flex-wrap items-center gap-3">
        <h2
          ref={heading}
          id="getting-started"
          tabIndex={-1}
          className="text-body font-semibold outline-none!"
        >
          Getting Started
        </h2>
        {steps.length > 0 && (
          <p className="text-small text-soft tabular-nums">
            {steps.length === 1 ? "1 step left" : `${steps.length} steps left`}
          </p>
        )}
        <a
          className={`${buttonClass("quiet")} -me-4 ms-auto`}
          href={paths.site}
          target="_blank"
          rel="noopener"
        >
          <ExternalLink />
          See your site
        </a>
      </header>
      <SampleContent count={facts.samples.size} />
      {asksName && (
        <NameStep stored={facts.info.displayName} onSaved={() => heading.current?.focus()} />
      )}
      {steps.length > 0 ? (
        <>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Link className={buttonClass()} to={paths.admin.import}>
              <FileInput />
              Import your CV
            </Link>
            <span className="text-soft">
              Most steps at once, from a JSON Resume or a LinkedIn export.
            </span>
          </p>
          <MissingList steps={asksName ? steps.slice(1) : steps} label="Next steps" />
        </>
      ) : (
        <p className="flex items-center gap-2.5 text-soft">
          <Check className="size-4 shrink-0 text-accent" />
          All steps are done. Your page shows what you change here at once.
        </p>
      )}
    </section>
  );
}

/** Offers to clear the sample portfolio; renders nothing if there is none. */
function SampleContent({ count }: { count: number }) {
  const clear = useClearSampleContent();
  const entries = count === 1 ? "1 sample entry" : `${formatCount(count)} sample entries`;

  function ask() {
    const question = `Remove ${entries} from your site? What you have added or changed stays. This cannot be undone.`;
    if (askToConfirm(question)) clear.mutate(undefined, { onSuccess: reportRemoved });
  }

  return (
    <>
      {count > 0 && (
        <Notice
          kind="info"
          action={
            <Button icon={<Eraser />} pending={clear.isPending} onClick={ask}>
              Clear Sample Content
            </Button>
          }
        >
          Your site still shows {entries}. Change what you like; anything you haven't edited can be
          removed in one click.
        </Notice>
      )}
      {clear.isError && <Notice>Error clearing sample content: {messageOf(clear.error)}</Notice>}
    </>
  );
}

async function reportRemoved(removed: number): Promise<void> {
  const { toast } = await import("sonner");
  toast(removed === 1 ? "Removed 1 sample entry." : `Removed ${removed} sample entries.`);
}
