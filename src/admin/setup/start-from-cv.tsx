import { FileUser, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { keepChosenCv } from "../shell/chosen-cv.ts";
import { CvFileInput } from "../shell/cv-file-input.tsx";

/** Chooses a CV that the import reviews as soon as the owner is signed in. */
export function StartFromCv() {
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [name, setName] = useState("");
  // One chosen before this page was left for the restore.
  useEffect(() => keepChosenCv(null), []);
  const choose = (file: File | null) => {
    keepChosenCv(file);
    setName(file?.name ?? "");
  };
  return (
    <div className="grid gap-3">
      <p className="text-soft">
        Do you have a CV as JSON Resume, a LinkedIn export or the export of another Foyer? You see
        every entry before it is added.
      </p>
      <Button
        ref={button}
        className="justify-self-start"
        icon={<FileUser aria-hidden="true" />}
        onClick={() => chooser.current?.click()}
      >
        {name ? "Choose another CV" : "Start from a CV"}
      </Button>
      <CvFileInput ref={chooser} onChoose={choose} />
      <div role="status">
        {name && (
          <p className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              <bdi className="font-semibold wrap-anywhere">{name}</bdi> is read after Create Owner.
            </span>
            <IconButton
              label="Do not use this CV"
              onClick={() => {
                choose(null);
                button.current?.focus();
              }}
            >
              <X aria-hidden="true" />
            </IconButton>
          </p>
        )}
      </div>
    </div>
  );
}
