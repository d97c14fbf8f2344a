import { useState } from "react";
import { safePicture } from "../../lib/safe-url.ts";
import { GeneratedPortrait } from "../../ui/generated-portrait.tsx";

/** The owner's profile picture; generated from the name while there is none. Decorative. */
export function Avatar({ name, address }: { name: string; address: string | undefined }) {
  const [failed, setFailed] = useState<string | null>(null);
  const src = safePicture(address);
  return (
    <div
      aria-hidden="true"
      className="size-10 shrink-0 overflow-hidden rounded-full border bg-raised text-soft"
    >
      {src && src !== failed ? (
        <img
          src={src}
          alt=""
          width={40}
          height={40}
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setFailed(src)}
        />
      ) : (
        // Empty until the name is known: another name would draw another picture.
        address !== undefined && <GeneratedPortrait name={name} />
      )}
    </div>
  );
}
