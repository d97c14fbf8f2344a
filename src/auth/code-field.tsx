import type { ComponentProps } from "react";
import { TextField } from "../ui/field.tsx";

/** The field for an authenticator app's code. Accepts a ref and all `<input>` props. */
export function CodeField(props: Omit<ComponentProps<typeof TextField>, "label" | "type">) {
  return (
    <TextField
      label="Code"
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      dir="ltr"
      {...props}
    />
  );
}

/** Error for an invalid code. */
export const CODE_REFUSAL = "Please enter the six digits your app shows.";

/** Apps show the code in two groups, so spaces are accepted. */
export const CODE_RULES = {
  setValueAs: (text: string) => text.replace(/\s/g, ""),
  validate: (code: string) => /^\d{6}$/.test(code.replace(/\s/g, "")) || CODE_REFUSAL,
} as const;
