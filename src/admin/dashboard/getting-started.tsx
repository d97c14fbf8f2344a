import { useQuery } from "@tanstack/react-query";
import { Check, Eraser, ExternalLink, FileInput } from "lucide-react";
import { use, useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { Portfolio } from "../../content/portfolio.ts";
import { messageOf } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { recoverFocus } from "../../ui/focus-recovery.ts";
import { Notice } from "../../ui/notice.tsx";
import { PagePreviewContext } from "../shell/events.ts";
import { MissingList } from "../shell/missing-list.tsx";
import { isNewSite, type SiteFacts, type Step } from "../shell/missing-steps.ts";
import { sampleQuery } from "../shell/site-facts.ts";
import { useClearSampleContent } from "./dashboard-queries.ts";
import { FirstField, type FirstStep } from "./first-field.tsx";

interface GettingStartedProps {
  /** What the site lacks; undefined until it is known. */
  steps: readonly Step[] | undefined;
  info: SiteFacts["info"] | undefined;
}

/** What the site still lacks, and a button to clear the sample portfolio while it exists. */
export function GettingStarted({ steps, info }: GettingStartedProps) {
  const section = useRef<HTMLElement>(null);
  const [isSaved, setIsSaved] = useState(false);
  const [next, ...others] = steps ?? [];
  const asked = info && steps && isNewSite(steps) && isFirstStep(next) ? next : undefined;
  useEffect(() => {
    // The saved field was removed.
    if (isSaved && !asked) recoverFocus(() => section.current?.querySelector("ol a"));
  }, [isSaved, asked]);
  return (
    <section ref={section} aria-labelledby="getting-started" className="grid gap-4">
      <header className="flex flex-wrap items-center gap-3">
        <h2 id="getting-started" className="text-body font-semibold">
          Getting Started
        </h2>
        {steps && next && (
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
      <SampleContent />
      {asked && info && (
        <FirstFields step={asked} info={info} isNext={isSaved} onSaved={() => setIsSaved(true)} />
      )}
      {next && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link className={buttonClass()} to={paths.admin.import}>
            <FileInput />
            Import your CV
          </Link>
          <span className="text-soft">
            Most steps at once, from a JSON Resume or a LinkedIn export.
          </span>
        </p>
      )}
      {next && <MissingList steps={asked ? others : [next, ...others]} label="Next steps" />}
      {steps && !next && (
        <p className="flex items-center gap-2.5 text-soft">
          <Check className="size-4 shrink-0 text-accent" />
          All steps are done. Your page shows what you change here at once.
        </p>
      )}
    </section>
  );
}

function isFirstStep(step: Step | undefined): step is FirstStep {
  return step?.id === "displayName" || step?.id === "tagline";
}

interface FirstFieldsProps {
  step: FirstStep;
  info: SiteFacts["info"];
  isNext: boolean;
  onSaved: () => void;
}

/** The next value to enter, with the page beside it, which shows it while it is typed. */
function FirstFields({ step, info, ...field }: FirstFieldsProps) {
  const { id } = step;
  const [typed, setTyped] = useState("");
  const PagePreview = use(PagePreviewContext);
  // Typing stays responsive while the page is rendered.
  const shown = useDeferredValue(typed);
  const change = useCallback(
    (page: Portfolio) => (shown ? { ...page, info: { ...page.info, [id]: shown } } : page),
    [id, shown],
  );
  return (
    <div className="grid gap-6 rounded border bg-surface p-4 sm:p-5 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <FirstField key={id} step={step} stored={info[id]} onType={setTyped} {...field} />
      <div className="@container aspect-4/5 overflow-hidden rounded border sm:aspect-[1200/760]">
        <div className="size-full @min-[30rem]:h-[760px] @min-[30rem]:w-[1200px] @min-[30rem]:origin-top-left @min-[30rem]:[scale:tan(atan2(100cqw,1200px))]">
          <PagePreview change={change} />
        </div>
      </div>
    </div>
  );
}

/** Offers to clear the sample portfolio; renders nothing if there is none. */
function SampleContent() {
  const count = useQuery(sampleQuery).data?.size ?? 0;
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
