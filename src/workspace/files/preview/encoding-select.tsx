import { ENCODINGS } from "../../../lib/files/decode-text.ts";
import { CONTROL } from "../../../ui/field.tsx";
import { Options } from "../../../ui/options.tsx";

/** Encodings chosen by the user, by content path. */
export const chosenEncodings = new Map<string, string>();

interface EncodingSelectProps {
  value: string;
  onChange: (encoding: string) => void;
}

export function EncodingSelect({ value, onChange }: EncodingSelectProps) {
  return (
    <label className="flex min-w-0 items-center gap-2 text-small text-soft">
      Encoding
      <select
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`${CONTROL} h-10 max-w-56 px-2`}
      >
        <Options of={ENCODINGS.map((label) => [label.split(" ")[0]?.toLowerCase() ?? "", label])} />
      </select>
    </label>
  );
}
