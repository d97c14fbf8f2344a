import type { Row } from "../../../../shared/content/kind.ts";
import { SelectField } from "../../../ui/field.tsx";
import { librarySlug, MONOGRAM } from "../../../ui/icon-keys.ts";
import type { EditorProps } from "../../entries/entries-page.tsx";
import { KindModal } from "../../entries/kind-editor.tsx";
import { useKindForm } from "../../entries/kind-form.ts";
import { LINK_ICONS } from "./brand-of-address.ts";
import { useRecognizedBrand } from "./use-recognized-brand.ts";

export function LinkEditor(props: EditorProps<Row<"social_links">>) {
  const entry = useKindForm("social_links", {
    ...props,
    names: { icon_key: { label: "Icon", show: (key) => key || "Other" } },
  });
  const { field, form } = entry;
  const recognized = useRecognizedBrand(form);
  return (
    <KindModal
      name="social_links"
      entry={entry}
      {...props}
      special={{
        icon_key: (
          <SelectField label="Icon" {...field("icon_key")}>
            {iconChoices([props.row?.icon_key, form.watch("icon_key"), recognized?.key]).map(
              ([key, text]) => (
                <option key={key} value={key}>
                  {text}
                </option>
              ),
            )}
          </SelectField>
        ),
      }}
    />
  );
}

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
