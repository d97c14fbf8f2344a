import { type FormEvent, useState } from "react";
import { messageOf } from "../lib/errors.ts";
import { Button } from "../ui/button.tsx";
import { useSubmitOnce } from "../ui/hooks/use-submit-once.ts";
import { PasswordField } from "../ui/password-field.tsx";

/** Asks for the password of a link. */
export function PasswordForm({ open }: { open: (password: string) => Promise<void> }) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = useSubmitOnce(async (_event: FormEvent | undefined) => {
    if (password === "") return setError("Enter the password.");
    setPending(true);
    setError(undefined);
    try {
      await open(password);
    } catch (failure) {
      setError(messageOf(failure));
      setPending(false);
    }
  });
  return (
    <form
      noValidate
      className="grid w-full max-w-md gap-5 justify-self-center rounded border bg-surface p-6 sm:mt-[8vh]"
      onSubmit={submit}
    >
      <div className="grid gap-1.5">
        <h1 className="text-lead font-semibold">This link has a password</h1>
        <p className="text-soft">The person who gave you the link knows it.</p>
      </div>
      <PasswordField
        value={password}
        autoComplete="off"
        autoFocus
        error={error}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button type="submit" look="primary" pending={pending}>
        {pending ? "Opening..." : "Open"}
      </Button>
    </form>
  );
}
