import { useEffect, useRef, useState } from "react";
import { loadIconIndex } from "../../../ui/icons/icon-library.ts";
import type { KindForm } from "../../entries/kind-form.ts";
import { type Brand, brandOfAddress } from "./brand-of-address.ts";

/**
 * The brand of the typed address. It fills the name and the icon in as long as the owner has not
 * chosen others.
 */
export function useRecognizedBrand({
  watch,
  getValues,
  setValue,
  formState,
}: KindForm<"social_links">["form"]) {
  const [brand, setBrand] = useState<Brand | null>(null);
  const filled = useRef<Brand>({ name: "", key: "" });
  const address = watch("url");
  const isTyped = formState.dirtyFields.url === true;
  useEffect(() => {
    let isCurrent = true;
    loadIconIndex()
      // Without the list, the three specified icons are still recognized.
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
