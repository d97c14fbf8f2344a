import { useDeferredValue, useEffect, useState } from "react";
import type { PasswordEstimate } from "./estimate-password.ts";

/** Loads the estimator, half a megabyte, when it is first needed. */
export async function estimate(password: string, email: string): Promise<PasswordEstimate> {
  const { estimatePassword } = await import("./estimate-password.ts");
  return estimatePassword(password, email);
}

/**
 * The strength of the password being typed; null while it is empty or the estimator is loading. It
 * stays null when loading fails: submitting the form tries again and reports the failure.
 */
export function useEstimate(password: string, email: string): PasswordEstimate | null {
  const typed = useDeferredValue(password);
  const [found, setFound] = useState<PasswordEstimate | null>(null);
  useEffect(() => {
    if (typed === "") return setFound(null);
    let isCurrent = true;
    estimate(typed, email).then(
      (next) => isCurrent && setFound(next),
      () => isCurrent && setFound(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [typed, email]);
  return found;
}
