import { CircleCheck, FolderOpen, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { formatCount } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { quotedName, shownName } from "../../../lib/shown-name.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { FileInput } from "../../../ui/file-input.tsx";
import { useDroppedFile } from "../../../ui/hooks/use-dropped-file.ts";
import { useWarningBeforeLeaving } from "../../../ui/hooks/use-warning-before-leaving.ts";
import { Notice } from "../../../ui/notice.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { ChooseSource } from "../../../ui/review/choose-source.tsx";
import { NotesHeader } from "../notes-toolbar.tsx";
import type { Imported } from "./import-notes.ts";
import type { ChosenFile } from "./open-files.ts";
import { ReviewNotes } from "./review-notes.tsx";
import { useNotesImport } from "./use-notes-import.ts";

/** Imports notes of other programs after a review. */
export function ImportScreen() {
  const { step, choose, start, change, cancel, reset } = useNotesImport();
  useDroppedFile((file) => {
    if (step.step === "choose" || step.step === "review") void choose([chosen(file)], file.name);
  });
  useWarningBeforeLeaving(step.step === "importing");
  return (
    <>
      <NotesHeader view="Import Notes">{null}</NotesHeader>
      {step.step === "choose" && (
        <ChooseFiles
          problem={step.problem}
          onChoose={(files) => void choose(files.map(chosen), nameOf(files))}
        />
      )}
      {step.step === "reading" && (
        <Running label="Reading the files" value={step.part} max={1} onCancel={cancel}>
          Reading the files...
        </Running>
      )}
      {step.step === "review" && (
        <ReviewNotes
          review={step}
          problem={step.problem}
          onChange={change}
          onStart={() => void start(step)}
          onCancel={reset}
        />
      )}
      {step.step === "importing" && (
        <Running label="Importing notes" value={step.done} max={step.all} onCancel={cancel}>
          {formatCount(step.done)} of {formatCount(step.all)} notes
        </Running>
      )}
      {step.step === "done" && <Done {...step} onReset={reset} />}
    </>
  );
}

function chosen(file: File): ChosenFile {
  return { file, path: file.webkitRelativePath || file.name, lastModified: file.lastModified };
}

function nameOf([first, ...others]: File[]): string {
  const folder = first?.webkitRelativePath.split("/")[0];
  if (folder) return folder;
  return others.length === 0 ? (first?.name ?? "") : `${formatCount(others.length + 1)} files`;
}

interface RunningProps {
  label: string;
  value: number;
  max: number;
  onCancel: () => void;
  children: React.ReactNode;
}

function Running({ label, value, max, onCancel, children }: RunningProps) {
  return (
    <div className="grid max-w-[70ch] gap-3">
      <ProgressBar label={label} value={value} max={max} />
      <p className="text-soft tabular-nums">{children}</p>
      <Button className="justify-self-start" icon={<X />} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

interface ChooseFilesProps {
  problem: string;
  onChoose: (files: File[]) => void;
}

/** Buttons for files and for a folder; the page also accepts a dropped file. */
function ChooseFiles({ problem, onChoose }: ChooseFilesProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  return (
    <div className="grid max-w-[70ch] gap-5">
      <p className="text-soft">You see what was found before anything is written.</p>
      <ChooseSource problem={problem} kinds={KINDS} dropText="or drop a file here">
        <div className="flex flex-wrap justify-center gap-3">
          <Button look="primary" icon={<FolderOpen />} onClick={() => files.current?.click()}>
            Choose Files
          </Button>
          <Button onClick={() => folder.current?.click()}>Choose a Folder</Button>
        </div>
        <FileInput
          ref={files}
          label="Files with notes"
          multiple
          accept=".zip,.json,.md,.markdown,.txt,.html,.htm,.textbundle,.textpack,.bear2bk,.bearbk"
          onChoose={onChoose}
        />
        <FileInput ref={folder} label="Folder with notes" folder multiple onChoose={onChoose} />
      </ChooseSource>
    </div>
  );
}

const KINDS = [
  ["Google Keep", "The .zip files from takeout.google.com, with Keep selected."],
  ["Markdown", "A folder or .zip of .md files, such as an Obsidian vault or an export of Notion."],
  ["Bear", "A backup (.bear2bk), or exported TextBundles."],
  ["Texts", "Plain texts (.txt) and web pages (.html), each a note."],
  ["memos", "The answer of its API, /api/v1/memos, saved as a .json file."],
  ["Foyer", "The .zip of Export notes."],
] as const;

function Done(props: Imported & { restored: number; onReset: () => void }) {
  const { added, restored, failed, onReset } = props;
  const link = useRef<HTMLAnchorElement>(null);
  // The button that had the focus was removed.
  useEffect(() => link.current?.focus(), []);
  return (
    <div className="grid max-w-[70ch] justify-items-start gap-4">
      <p role="status" className="flex items-center gap-2.5">
        <CircleCheck className="size-4 shrink-0 text-good" />
        {(added > 0 || restored === 0) && `${countOf(added)} imported. `}
        {restored > 0 && `${countOf(restored)} restored from the trash.`}
      </p>
      {failed.length > 0 && (
        <Notice>
          Not imported:{" "}
          {failed
            .slice(0, SHOWN)
            .map(({ title, reason }) => `${quotedName(shownName(title))} (${reason})`)
            .join(", ")}
          {failed.length > SHOWN && ` and ${formatCount(failed.length - SHOWN)} more`}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Link ref={link} className={buttonClass("primary")} to={paths.workspace.notes}>
          My Notes
        </Link>
        <Button look="quiet" onClick={onReset}>
          Import More
        </Button>
      </div>
    </div>
  );
}

const countOf = (notes: number) =>
  notes === 1 ? "1 note was" : `${formatCount(notes)} notes were`;

/** Maximum number of refused notes that are listed. */
const SHOWN = 20;
