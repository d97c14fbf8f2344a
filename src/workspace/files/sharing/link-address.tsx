import { Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** The address of a link that was just made; its token is not stored. */
export function LinkAddress({ token, receives }: { token: string; receives: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const [page] = location.href.split("#");
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  function copy(): void {
    field.current?.select();
    // Absent on pages without TLS.
    const copying = navigator.clipboard?.writeText(field.current?.value ?? "");
    copying?.then(
      () => setCopied(true),
      () => {},
    );
  }
  return (
    <div className="grid gap-5">
      <div className="flex items-end gap-2">
        <TextField
          ref={field}
          label="Link"
          wrap="flex-1"
          readOnly
          dir="ltr"
          value={`${page}#/${receives ? "send" : "share"}/${token}`}
          onFocus={({ target }) => target.select()}
        />
        <Button look="primary" icon={<Copy />} onClick={copy}>
          Copy
        </Button>
      </div>
      <Notice kind={copied ? "success" : "info"}>
        {copied ? "Copied. " : "Copy the link now: only a hash of it is stored. "}
        It cannot be shown again, but “New address” replaces it at any time.
      </Notice>
    </div>
  );
}
