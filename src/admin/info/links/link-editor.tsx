import { useEffect, useRef, useState } from "react";
import type { Row } from "../../../../shared/content/kind.ts";
import { SelectField } from "../../../ui/field.tsx";
import { librarySlug, MONOGRAM } from "../../../ui/icon-keys.ts";
import { type Brand, brandOfAddress, LINK_ICONS } from "../../../ui/icons/brand-of-address.ts";
import { loadIconIndex } from "../../../ui/icons/icon-library.ts";
import type { EditorProps } from "../../entries/entries-page.tsx";
import { KindModal } from "../../entries/kind-editor.tsx";
import { type KindForm, useKindForm } from "../../entries/kind-form.ts";

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

/** Icon keys besides the built-in ones are offered if they are stored, chosen or recognized. */
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

/** The page treats icon keys as case-insensitive. */
function nameOfIcon(key: string): string {
  const same = LINK_ICONS.find((known) => known.toLowerCase() === key.trim().toLowerCase());
  return `${same ?? "Other"} (${key})`;
}

/** The brand of the typed URL. It fills in the name and icon unless the owner has chosen others. */
function useRecognizedBrand(props: KindForm<"social_links">["form"]) {
  const { watch, getValues, setValue, formState } = props;
  const [brand, setBrand] = useState<Brand | null>(null);
  const filled = useRef<Brand>({ name: "", key: "" });
  const address = watch("url");
  const isTyped = formState.dirtyFields.url === true;
  useEffect(() => {
    let isCurrent = true;
    loadIconIndex()
      // If the icon list cannot be loaded, only the three built-in brands are recognized.
      .catch(() => [])
      .then((index) => isCurrent && setBrand(brandOfAddress(address.trim(), index)));
    return () => {
      isCurrent = false;
    };
  }, [address]);
  useEffect(() => {
    if (!isTyped || !brand) return;
    const { name, icon_key } = getValues();
    const options = { shouldDirty: true };
    if (name === filled.current.name) setValue("name", brand.name, options);
    if (icon_key === filled.current.key) setValue("icon_key", brand.key, options);
    filled.current = brand;
  }, [brand, isTyped, getValues, setValue]);
  return brand;
}
