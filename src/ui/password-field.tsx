import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from "react";
import { IconButton } from "./button.tsx";
import { CONTROL, Field } from "./field.tsx";

/** A password field whose text can be revealed; by default for a new password. */
export function PasswordField(
  props: InputHTMLAttributes<HTMLInputElement> & {
    label?: string;
    hint?: ReactNode;
    error: string | undefined;
    ref?: Ref<HTMLInputElement>;
  },
) {
  const { label = "Password", hint, error, ...input } = props;
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} required={input.required}>
      {(wiring) => (
        <div className="relative">
          <input
            type={shown ? "text" : "password"}
            autoComplete="new-password"
            spellCheck={false}
            autoCapitalize="none"
            {...wiring}
            {...input}
            className={`${CONTROL} h-10 ps-3 pe-11`}
          />
          <IconButton
            label={`${shown ? "Hide" : "Show"} ${label.toLowerCase()}`}
            icon={shown ? EyeOff : Eye}
            className="absolute end-0 top-0"
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}
