import { type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, Download, FolderOpen, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { Link } from "react-router";
import { toOwnExport } from "../../content/cv/own-export.ts";
import { messageOf } from "../../lib/errors.ts";
import { paths } from "../../lib/paths.ts";
import { saveBlob } from "../../lib/save-file.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { useDroppedFile } from "../../ui/hooks/use-dropped-file.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { ChooseSource } from "../../ui/review/choose-source.tsx";
import { takeChosenCv } from "../shell/chosen-cv.ts";
import { CvFileButton } from "../shell/cv-file-button.tsx";
import { MissingList } from "../shell/missing-list.tsx";
import { missingSteps, siteFactsQuery } from "../shell/missing-steps.ts";
import type { SiteFacts } from "../shell/site-facts-api.ts";
import { LastImport } from "./last-import.tsx";
import { ReviewImport } from "./review-import.tsx";
import { useCvImport } from "./use-cv-import.ts";

/** Fills the site from a CV file, after a review of every entry. */
export function ImportPage() {
  const { step, importing, choose, start, change, cancel, reset } = useCvImport();
  // Read here, so that it is up to date once the import is done.
  const facts = useQuery(siteFactsQuery);
  const readChosen = useEffectEvent(() => {
    const file = takeChosenCv();
    if (file) void choose(file);
  });
  useEffect(() => readChosen(), []);
  useDroppedFile((file) => {
    if (!importing && step.step !== "reading") void choose(file);
  });
  return (
    <>
      <PageHeader text="Fill your site from a CV. You see every entry before anything is written." />
      {step.step === "choose" && (
        <div className="grid gap-10">
          <ChooseCv problem={step.problem} onChoose={(file) => void choose(file)} />
          <ExportContent />
          <LastImport />
        </div>
      )}
      {step.step === "reading" && (
        <div className="grid max-w-[70ch] gap-3">
          <ProgressBar label="Reading the file" value={step.part} max={1} />
          <p className="text-soft">
            Reading the file and its picture, and comparing them with your site...
          </p>
          <Button className="justify-self-start" icon={<X />} onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      {step.step === "review" && (
        <ReviewImport
          review={step}
          problem={step.problem}
          importing={importing}
          onChange={change}
          onStart={() => void start(step)}
          onCancel={importing ? cancel : reset}
        />
      )}
      {step.step === "done" && <Imported count={step.count} facts={facts} onReset={reset} />}
    </>
  );
}

interface ImportedProps {
  count: number;
  facts: UseQueryResult<SiteFacts>;
  onReset: () => void;
}

function Imported({ count, facts, onReset }: ImportedProps) {
  const site = useRef<HTMLAnchorElement>(null);
  const missing = facts.data ? missingSteps(facts.data) : [];
  // The button that had the focus was removed.
  useEffect(() => site.current?.focus(), []);
  return (
    <div className="grid max-w-[70ch] justify-items-start gap-4">
      <p role="status" className="flex items-center gap-2.5">
        <CircleCheck className="size-4 shrink-0 text-good" />
        {count === 1 ? "1 entry is" : `${count} entries are`} on your site now.
      </p>
      <div className="flex flex-wrap gap-3">
        <a
          ref={site}
          className={buttonClass("primary")}
          href={paths.site}
          target="_blank"
          rel="noopener"
        >
          See your site
        </a>
        <Link className={buttonClass()} to={paths.admin.dashboard}>
          Dashboard
        </Link>
        <Button look="quiet" onClick={onReset}>
          Import another file
        </Button>
      </div>
      <FailedRead query={facts} what="What is still missing" />
      {missing.length > 0 && (
        <section className="my-4 grid w-full gap-3">
          <h2 className="text-body font-semibold">Still missing</h2>
          <p className="text-soft">What changes your page most comes first.</p>
          <MissingList steps={missing} label="Still missing" />
        </section>
      )}
      <LastImport onUndone={onReset} />
    </div>
  );
}

interface ChooseCvProps {
  problem: string;
  onChoose: (file: File) => void;
}

/** Buttons that open file pickers; the page also accepts a dropped file. */
function ChooseCv({ problem, onChoose }: ChooseCvProps) {
  return (
    <div className="grid max-w-[70ch] gap-5">
      <ChooseSource problem={problem} kinds={KINDS} dropText="or drop it here">
        <CvFileButton look="primary" icon={<FolderOpen />} onChoose={onChoose}>
          Choose a File
        </CvFileButton>
      </ChooseSource>
    </div>
  );
}

const KINDS = [
  ["JSON Resume", "A .json or .yaml file, such as another Foyer's /resume.json."],
  [
    "LinkedIn",
    "The .zip from Settings → Data privacy → Get a copy of your data. Profile and positions are enough.",
  ],
  ["Foyer export", "The whole content of a site, including drafts, saved below."],
] as const;

/** Saves the whole content, with drafts and hidden entries, as an importable file. */
function ExportContent() {
  const save = useMutation({
    mutationFn: async () => {
      const { readSite } = await import("./import-api.ts");
      const { content } = await readSite();
      const now = new Date();
      const text = JSON.stringify(toOwnExport(content, now), null, 2);
      const blob = new Blob([text], { type: "application/json" });
      saveBlob(blob, `foyer-content-${now.toISOString().slice(0, 10)}.json`);
    },
  });
  return (
    <section className="grid max-w-[70ch] justify-items-start gap-3">
      <h2 className="text-body font-semibold">Export</h2>
      <p className="text-soft">
        Your content as one file, with its order, drafts and hidden entries. Messages, files and
        accounts are in a backup instead.
      </p>
      <Button icon={<Download />} pending={save.isPending} onClick={() => save.mutate()}>
        Export Content
      </Button>
      {save.isError && <Notice>The export failed: {messageOf(save.error)}</Notice>}
    </section>
  );
}
