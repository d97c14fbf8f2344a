import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { Options } from "../../../ui/options.tsx";
import type { DriveFile } from "../file.ts";
import { useDriveView } from "../list/sort-files.ts";
import { useCreateShare } from "./change-links.ts";
import { LinkAddress } from "./link-address.tsx";
import { DURATIONS, LinkForm } from "./link-form.tsx";

/** Choices for the most bytes that a link receives; its files are counted as well. */
const SIZES = [
  [100 * 2 ** 20, "100 MB"],
  [2 ** 30, "1 GB"],
  [5 * 2 ** 30, "5 GB"],
] as const;
const COUNTS = [1, 10, 50, 200];

/** The form for a link; then its address, which cannot be shown again. */
export function NewLink({ file }: { file: DriveFile }) {
  const [receives, setReceives] = useState(false);
  const { column, descending } = useDriveView().sorting;
  const [limits, setLimits] = useState({ maxFiles: 10, maxBytes: 2 ** 30 });
  const creating = useCreateShare();
  if (creating.data) {
    return (
      <div className="grid gap-5">
        <LinkAddress token={creating.data} receives={receives} />
        <Button className="justify-self-start" onClick={creating.reset}>
          Create another link
        </Button>
      </div>
    );
  }

  return (
    <div className="grid gap-5">
      {file.is_folder && <PurposeField receives={receives} onChange={setReceives} />}
      <p className="text-soft">{aboutLink(file, receives)}</p>
      <LinkForm
        initial={{
          ...{ label: "", title: "", note: "", allowsDownload: true, days: 30, password: "" },
          sorting: `${descending ? "-" : ""}${column}`,
        }}
        durations={DURATIONS}
        isFolder={file.is_folder}
        receives={receives}
        saving={creating}
        texts={["Create link", "Creating..."]}
        onSave={(draft) =>
          creating.mutate({ ...draft, fileId: file.id, receives: receives ? limits : null })
        }
      >
        {receives && (
          <>
            <SelectField
              label="Files at most"
              value={limits.maxFiles}
              onChange={({ target }) => setLimits({ ...limits, maxFiles: Number(target.value) })}
            >
              <Options of={COUNTS.map((count) => [count, `${count}`])} />
            </SelectField>
            <SelectField
              label="Together at most"
              value={limits.maxBytes}
              onChange={({ target }) => setLimits({ ...limits, maxBytes: Number(target.value) })}
            >
              <Options of={SIZES} />
            </SelectField>
          </>
        )}
      </LinkForm>
    </div>
  );
}

function aboutLink({ is_folder }: DriveFile, receives: boolean): string {
  if (receives) {
    return "Anybody with the link can send files into this folder. They see their own files only.";
  }
  return is_folder
    ? "Anybody with the link sees this folder and everything in it, now and later."
    : "Anybody with the link sees this file.";
}

interface PurposeFieldProps {
  receives: boolean;
  onChange: (receives: boolean) => void;
}

function PurposeField({ receives, onChange }: PurposeFieldProps) {
  return (
    <fieldset className="m-0 flex flex-wrap gap-x-6 p-0">
      <legend className="sr-only">What the link is for</legend>
      {[false, true].map((value) => (
        <label key={String(value)} className="flex min-h-10 items-center gap-3">
          <input
            type="radio"
            name="purpose"
            className="size-[1.125rem] accent-(--color-accent)"
            checked={receives === value}
            onChange={() => onChange(value)}
          />
          {value ? "Receive files" : "Show this folder"}
        </label>
      ))}
    </fieldset>
  );
}
