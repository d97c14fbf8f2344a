import { EntryModal } from "../../forms/entry-modal.tsx";
import { useEntryForm } from "../../forms/use-entry-form.ts";
import type { EditorProps } from "../entries/entries-page.tsx";
import { TimelineFields } from "../entries/timeline/timeline-fields.tsx";
import {
  type TimelineRow,
  timelineNames,
  toTimelineValues,
} from "../entries/timeline/timeline-schema.ts";
import { experienceApi } from "./experience-api.ts";
import { experienceSchema } from "./experience-schema.ts";

export function ExperienceEditor({ row, editing, onClose }: EditorProps<TimelineRow>) {
  const entry = useEntryForm({
    table: experienceApi.table,
    row,
    editing,
    schema: experienceSchema,
    names: NAMES,
    toValues: toTimelineValues,
    save: experienceApi.save,
    onSaved: onClose,
  });
  return (
    <EntryModal
      title={editing === "new" ? "Add Experience" : "Edit Experience"}
      entry={entry}
      onClose={onClose}
    >
      <TimelineFields field={entry.field} names={NAMES} datesExample="2023 – Present" />
    </EntryModal>
  );
}

const NAMES = {
  title: "Title",
  organization: "Organization",
  ...timelineNames,
} as const;
