import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";

interface PassphraseFormProps {
  file: File;
  /** Whether the last passphrase did not open the archive. */
  wrong: boolean;
  onUnlock: (passphrase: string) => void;
  onReset: () => void;
}

/** Asks for the passphrase of an encrypted archive. */
export function PassphraseForm({ file, wrong, onUnlock, onReset }: PassphraseFormProps) {
  const [passphrase, setPassphrase] = useState("");
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onUnlock(passphrase);
      }}
    >
      <p className="[overflow-wrap:anywhere]">
        <bdi>{file.name}</bdi> is encrypted.
      </p>
      <TextField
        label="Passphrase"
        type="password"
        autoComplete="off"
        autoFocus
        required
        value={passphrase}
        error={wrong ? "This passphrase does not open the archive. Enter it again." : undefined}
        onChange={({ target }) => setPassphrase(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary">
          Open Archive
        </Button>
        <Button onClick={onReset}>Choose another file</Button>
      </div>
    </form>
  );
}
