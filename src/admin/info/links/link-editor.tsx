import { EntryModal } from "../../../forms/entry-modal.tsx";
import { useEntryForm } from "../../../forms/use-entry-form.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { LINK_ICONS, linkSchema, type SocialLink, toLinkValues } from "./link-schema.ts";
import { saveLink } from "./links-api.ts";

export function LinkEditor({
  editing,
  links,
  onClose,
}: {
  /** The id of a link, or "new". */
  editing: string;
  links: SocialLink[];
  onClose: () => void;
}) {
  const row = editing === "new" ? null : links.find(({ id }) => id === editing);
  const entry = useEntryForm({
    table: "social_links",
    row,
    editing,
    schema: linkSchema,
    names: NAMES,
    toValues: toLinkValues,
    save: saveLink,
    onSaved: onClose,
  });
  const { field } = entry;
  return (
    <EntryModal
      title={editing === "new" ? "Add Social Link" : "Edit Social Link"}
      entry={entry}
      onClose={onClose}
    >
      <TextField label={NAMES.name} required {...field("name")} />
      <TextField label={NAMES.url} type="url" required placeholder="https://" {...field("url")} />
      <SelectField label={NAMES.icon_key.label} {...field("icon_key")}>
        {iconChoices(row?.icon_key).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextField
        label={NAMES.display_order}
        type="number"
        step={1}
        hint="Smaller numbers come first."
        {...field("display_order")}
      />
    </EntryModal>
  );
}

const NAMES = {
  name: "Name",
  url: "URL",
  icon_key: { label: "Icon", show: (key: string) => key || "Other" },
  display_order: "Display order",
} as const;

/** An unknown key is kept unless another is chosen. */
function iconChoices(current: string | null | undefined): [key: string, text: string][] {
  const known = LINK_ICONS.map((key): [string, string] => [key, key]);
  const isKnown = !current || known.some(([key]) => key === current);
  return [
    ...known,
    ["", "Other"],
    ...(isKnown ? [] : [[current, `Other (${current})`] as [string, string]]),
  ];
}
