import { emailParts, isLongEnough, isTooWeak, PASSWORD_TOO_SHORT } from "../../shared/password.ts";

/**
 * The reason a password cannot be chosen, as GoTrue names it, or null. By the panel's estimate, for
 * clients that skip it.
 */
export async function weaknessOf(
  password: string,
  email: string,
): Promise<{ reason: "length" | "pwned"; message: string } | null> {
  if (!isLongEnough(password)) return { reason: "length", message: PASSWORD_TOO_SHORT };
  // The lists take half a megabyte, which a server rarely needs.
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  if (!isTooWeak(zxcvbn.check(password, emailParts(email)).score)) return null;
  return {
    reason: "pwned",
    message: "This password is too common. Choose one that is harder to guess.",
  };
}
