import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { KindName } from "../../../shared/content/kind.ts";
import { KIND_NAMES } from "../../../shared/content/kinds.ts";
import type { CvContent } from "../../content/cv/cv-content.ts";
import { isConflict, messageOf } from "../../lib/errors.ts";
import { sanitizeHtmlInBrowser } from "../../lib/sanitize/sanitize-html-browser.ts";
import { sanitizeSvgInBrowser } from "../../lib/sanitize/sanitize-svg-browser.ts";
import { toggled } from "../../ui/review/review-group.tsx";
import { withStatement } from "./asked-statement.tsx";
import { loadFilePicture, PICTURE, withPicture, withPictureCopy } from "./file-picture.ts";
import { IMPORT_CHANGES, importContent, readSite, type SiteState } from "./import-api.ts";
import { keptAtFirst, toChanges } from "./import-changes.ts";
import { CV_IMPORT_MAX_BYTES } from "./limits.ts";
import { planImport } from "./plan.ts";
import type { FilePicture, Plan, PlanItem, SiteContent } from "./plan-item.ts";
import { defaultSubtitles, withoutSubtitles } from "./plan-subtitles.ts";
import { type CvFile, readCvFile } from "./read-cv-file.ts";

/** A file, and what the owner adds to it in the review. */
interface ReviewedFile extends CvFile {
  name: string;
  picture: FilePicture | null;
  statement: string;
}

/** A file compared with the site, before anything is written. */
export interface Review {
  file: ReviewedFile;
  site: SiteState;
  plan: Plan;
  chosen: ReadonlySet<string>;
  /** The kinds whose entries keep the file's order. */
  kept: ReadonlySet<KindName>;
  /** Whether the unchanged sample content is removed first. */
  clearSample: boolean;
  /** Whether the default subtitles are left out; null if the page shows none. */
  dropsSubtitles: boolean | null;
}

export type ImportStep =
  | { step: "choose"; problem: string }
  | { step: "reading"; part: number }
  | ({ step: "review"; problem: string } & Review)
  | { step: "done"; count: number };

/** Reads a file, compares it with the site and imports the chosen entries. */
export function useCvImport() {
  const [step, setStep] = useState<ImportStep>({ step: "choose", problem: "" });
  const running = useRef(new AbortController());
  const write = useMutation({
    mutationFn: async (review: Review) => {
      const { signal } = running.current;
      const plan = await withPictureCopy(review.plan, review.chosen, signal);
      const site = siteOf(review);
      const changes = toChanges({ ...review, plan }, site);
      if (review.dropsSubtitles) {
        changes.personal_info = withoutSubtitles(changes.personal_info ?? [], site);
      }
      const bytes = new TextEncoder().encode(JSON.stringify(changes)).length;
      if (bytes > CV_IMPORT_MAX_BYTES) throw new Error(TOO_MUCH);
      await importContent(changes, { clearSample: review.clearSample, signal });
    },
    meta: { changes: IMPORT_CHANGES },
  });

  async function choose(file: File): Promise<void> {
    const { signal } = restart();
    setStep({ step: "reading", part: 0 });
    try {
      const onProgress = (part: number) => setStep({ step: "reading", part });
      const read = await readCvFile(file, { signal, onProgress });
      const address = read.content.info[PICTURE] ?? "";
      const picture = await loadFilePicture(address.trim(), signal);
      const review = await compare({ ...read, name: file.name, picture, statement: "" });
      if (!signal.aborted) setStep({ step: "review", problem: "", ...review });
    } catch (error) {
      if (!signal.aborted) setStep({ step: "choose", problem: messageOf(error) });
    }
  }

  async function start(review: Review): Promise<void> {
    restart();
    try {
      await write.mutateAsync(review);
      setStep({ step: "done", count: review.chosen.size });
    } catch (error) {
      await explain(review, error);
    }
  }

  /**
   * After a failure, the state of the database determines what is left to import, because the
   * import may have succeeded although its response was lost.
   */
  async function explain(review: Review, error: unknown): Promise<void> {
    const canceled = running.current.signal.aborted;
    const problem = canceled
      ? "Canceled. This list shows what is not on your site."
      : isConflict(error)
        ? "Your content was changed in the meantime. Nothing was imported. The list is up to date again."
        : `The import failed: ${messageOf(error)}`;
    try {
      setStep({ step: "review", problem, ...(await compare(review.file)) });
    } catch {
      setStep({ step: "choose", problem });
    }
  }

  function restart(): AbortController {
    running.current.abort();
    running.current = new AbortController();
    return running.current;
  }

  return {
    step,
    importing: write.isPending,
    choose,
    start,
    change: (review: Review) => setStep({ step: "review", problem: "", ...review }),
    /** Cancels reading a file or the import request; a committed import stays. */
    cancel: () => {
      running.current.abort();
      if (step.step === "reading") setStep({ step: "choose", problem: "" });
    },
    reset: () => setStep({ step: "choose", problem: "" }),
  };
}

async function compare(file: Review["file"]): Promise<Review> {
  const site = await readSite();
  return planned({ file, site, clearSample: site.samples.size > 0 });
}

/** The review with or without the sample content; published entries of the file are selected. */
export function planned(props: Pick<Review, "file" | "site" | "clearSample">): Review {
  const { file, site, clearSample } = props;
  const stored = siteOf({ site, clearSample });
  const compared = planImport(file.content satisfies CvContent, stored, {
    html: sanitizeHtmlInBrowser,
    svg: sanitizeSvgInBrowser,
  });
  const plan = { ...compared, items: withAdditions(compared.items, file, stored) };
  const chosen = new Set(
    plan.items.flatMap(({ id, row, isOptional }) => (row && !isOptional ? [id] : [])),
  );
  // On a site with entries, the owner has seen the subtitles and kept them.
  const isNew = stored.experience.length + stored.education.length === 0;
  const hasSubtitles = !file.content.isOwn && defaultSubtitles(stored).length > 0;
  return {
    ...{ file, site, plan, chosen, kept: keptAtFirst(file.content, plan), clearSample },
    dropsSubtitles: hasSubtitles ? isNew : null,
  };
}

/** The review after the owner has added a value for this item, which is then selected. */
export function withOwners(
  review: Review,
  id: string,
  value: Partial<Pick<ReviewedFile, "picture" | "statement">>,
): Review {
  const file = { ...review.file, ...value };
  const items = withAdditions(review.plan.items, file, siteOf(review));
  const isGiven = items.some((item) => item.id === id && item.row);
  const chosen = toggled(review.chosen, [id], isGiven);
  return { ...review, file, plan: { ...review.plan, items }, chosen };
}

function withAdditions(items: PlanItem[], file: ReviewedFile, site: SiteContent): PlanItem[] {
  const pictured = withPicture(items, file.picture, site);
  return file.content.isOwn ? pictured : withStatement(pictured, file.statement, site);
}

/** The site's content as it is compared: without the sample content if that is removed first. */
export function siteOf({ site, clearSample }: Pick<Review, "site" | "clearSample">): SiteContent {
  if (!clearSample) return site.content;
  const lists = KIND_NAMES.map((kind) => [
    kind,
    site.content[kind].filter(({ id }) => !site.samples.has(`${kind} ${id}`)),
  ]);
  const info = site.content.info.filter(({ key }) => !site.samples.has(`personal_info ${key}`));
  return { info, ...Object.fromEntries(lists) };
}

const TOO_MUCH = "This is too much for one import. Choose fewer entries and import the rest later.";
