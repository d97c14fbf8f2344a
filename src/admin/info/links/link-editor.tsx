import { EntryModal } from "../../../forms/entry-modal.tsx";
import { useEntryForm } from "../../../forms/use-entry-form.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { librarySlug, MONOGRAM } from "../../../ui/icon-keys.ts";
import { VISIBILITY_NAME, VisibilityField } from "../../entries/visibility-field.tsx";
import { LINK_ICONS, linkSchema, type SocialLink, toLinkValues } from "./link-schema.ts";
import { saveLink } from "./links-api.ts";
import { useRecognizedBrand } from "./use-recognized-brand.ts";

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
  const recognized = useRecognizedBrand(entry.form);
  return (
    <EntryModal
      title={editing === "new" ? "Add Social Link" : "Edit Social Link"}
      entry={entry}
      onClose={onClose}
    >
      <TextField label={NAMES.name} required {...field("name")} />
      <TextField
        label={NAMES.url}
        type="url"
        required
        placeholder="example.com"
        {...field("url")}
      />
      <SelectField label={NAMES.icon_key.label} {...field("icon_key")}>
        {iconChoices([row?.icon_key, entry.form.watch("icon_key"), recognized?.key]).map(
          ([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ),
        )}
      </SelectField>
      <TextField
        label={NAMES.display_order}
        type="number"
        step={1}
        hint="Smaller numbers come first."
        {...field("display_order")}
      />
      <VisibilityField {...field("visibility")} />
    </EntryModal>
  );
}

const NAMES = {
  name: "Name",
  url: "URL",
  icon_key: { label: "Icon", show: (key: string) => key || "Other" },
  display_order: "Display order",
  visibility: VISIBILITY_NAME,
} as const;

/** Keys besides the specified ones are offered while they are stored, chosen or recognized. */
function iconChoices(others: readonly (string | null | undefined)[]): [string, string][] {
  const known: [string, string][] = [
    ...LINK_ICONS.map((key): [string, string] => [key, key]),
    ["", "Other"],
    [MONOGRAM, "Monogram"],
  ];
  const added = new Set(others.filter((key): key is string => Boolean(key)));
  for (const [key] of known) added.delete(key);
  return [
    ...known,
    ...[...added].map((key): [string, string] => [key, librarySlug(key) ?? nameOfIcon(key)]),
  ];
}

/** The page ignores the case of a key. */
function nameOfIcon(key: string): string {
  const same = LINK_ICONS.find((known) => known.toLowerCase() === key.trim().toLowerCase());
  return `${same ?? "Other"} (${key})`;
}
