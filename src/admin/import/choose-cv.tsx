import { FolderOpen } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { CvFileInput } from "../shell/cv-file-input.tsx";

interface ChooseCvProps {
  problem: string;
  onChoose: (file: File) => void;
}

/** A file chooser; the page also accepts a dropped file. */
export function ChooseCv({ problem, onChoose }: ChooseCvProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="grid max-w-[70ch] gap-5">
      {problem && <Notice>{problem}</Notice>}
      <div className="grid justify-items-center gap-3 rounded border border-line-strong border-dashed p-8">
        <Button
          look="primary"
          icon={<FolderOpen aria-hidden="true" />}
          onClick={() => chooser.current?.click()}
        >
          Choose a File
        </Button>
        <CvFileInput ref={chooser} onChoose={onChoose} />
        <p className="text-center text-small text-soft">or drop it here</p>
      </div>
      <dl className="m-0 grid gap-3 text-note">
        {KINDS.map(([name, text]) => (
          <div key={name} className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
            <dt className="font-semibold">{name}</dt>
            <dd className="m-0 text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const KINDS = [
  ["JSON Resume", "A .json file, such as another Foyer's /resume.json."],
  [
    "LinkedIn",
    "The .zip from Settings → Data privacy → Get a copy of your data. Profile and positions are enough.",
  ],
  ["Foyer export", "The whole content of a site, including drafts, saved below."],
] as const;
