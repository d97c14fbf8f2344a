import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { CONTROL, Field } from "../../ui/field.tsx";

/** A field for a new password, which can be revealed since it is chosen for somebody else. */
export function PasswordField({
  hint,
  error,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & {
  hint: ReactNode;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
}) {
  const [shown, setShown] = useState(false);
  return (
    <Field label="Password" hint={hint} error={error} required={input.required}>
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
            label={shown ? "Hide password" : "Show password"}
            className="absolute end-0 top-0"
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}
