import { useEffect, useState } from "react";
import { completeAddress } from "../../../lib/safe-url.ts";
import type { KindForm } from "../../entries/kind-form.ts";
import { screenshotUrl } from "./screenshot-url.ts";

/**
 * Preview of the picture. Partially typed URLs must not be requested, so it updates when the field
 * loses focus.
 */
export function usePreview({ form }: KindForm<"projects">) {
  const values = form.watch();
  const [typing, setTyping] = useState(false);
  const [shown, setShown] = useState({ name: "", live_link: "", image_url: "" });
  const { name, live_link, image_url } = values;
  useEffect(() => {
    if (!typing) setShown({ name, live_link, image_url });
  }, [typing, name, live_link, image_url]);
  const automatic = screenshotUrl(completeAddress(shown.live_link.trim()));
  return {
    preview: {
      name: shown.name,
      address: shown.image_url.trim() || automatic,
      hint: automatic
        ? "If empty, visitors see a screenshot of the live link, loaded from the screenshot service."
        : "A web address or a path on this site.",
    },
    /** Props of a field that the picture depends on. */
    pausing: (field: ReturnType<KindForm<"projects">["field"]>) => ({
      ...field,
      onFocus: () => setTyping(true),
      onBlur: (event: Parameters<typeof field.onBlur>[0]) => {
        setTyping(false);
        return field.onBlur(event);
      },
    }),
  };
}
