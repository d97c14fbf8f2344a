import { EntryModal } from "../../forms/entry-modal.tsx";
import { useEntryForm } from "../../forms/use-entry-form.ts";
import type { Tables } from "../../lib/database.types.ts";
import { TextField } from "../../ui/field.tsx";
import type { EditorProps } from "../entries/entries-page.tsx";
import { TimelineFields } from "../entries/timeline/timeline-fields.tsx";
import { timelineNames } from "../entries/timeline/timeline-schema.ts";
import { educationApi } from "./education-api.ts";
import { educationSchema, toEducationValues } from "./education-schema.ts";

export function EducationEditor({ row, editing, onClose }: EditorProps<Tables<"education">>) {
  const entry = useEntryForm({
    table: educationApi.table,
    row,
    editing,
    schema: educationSchema,
    names: NAMES,
    toValues: toEducationValues,
    save: educationApi.save,
    onSaved: onClose,
  });
  return (
    <EntryModal
      title={editing === "new" ? "Add Education" : "Edit Education"}
      entry={entry}
      onClose={onClose}
    >
      <TimelineFields field={entry.field} names={NAMES} datesExample="2015 – 2017">
        <TextField
          label={NAMES.organization_link}
          type="url"
          inputMode="url"
          placeholder="example.com"
          {...entry.field("organization_link")}
        />
      </TimelineFields>
    </EntryModal>
  );
}

const NAMES = {
  title: "Degree/Certificate",
  organization: "Institution",
  organization_link: "Institution Website",
  ...timelineNames,
} as const;
