import { isLongEnough, isTooWeak, PASSWORD_TOO_SHORT } from "../../shared/password.ts";

/**
 * The reason a password cannot be chosen, as GoTrue names it, or null. By the estimate of the panel,
 * for clients that skip it.
 */
export async function weaknessOf(
  password: string,
  email: string,
): Promise<{ reason: "length" | "pwned"; message: string } | null> {
  if (!isLongEnough(password)) return { reason: "length", message: PASSWORD_TOO_SHORT };
  // Its lists take half a megabyte, which a server rarely needs.
  const { estimatePassword } = await import("../../shared/estimate-password.ts");
  if (!isTooWeak(estimatePassword(password, email).score)) return null;
  return {
    reason: "pwned",
    message: "This password is too common. Choose one that is harder to guess.",
  };
}
