import {
  isLongEnough,
  isTooWeak,
  PASSWORD_TOO_SHORT,
  withoutOwnWords,
} from "../../shared/password.ts";
import type { Sql } from "../database/connect.ts";

/**
 * The reason why a password is refused, in GoTrue's terms, or null. Uses the panel's estimate, for
 * clients that skip it.
 * @param known input of `withoutOwnWords`.
 */
export async function weaknessOf(
  password: string,
  known: string,
): Promise<{ reason: "length" | "pwned"; message: string } | null> {
  if (!isLongEnough(password)) return { reason: "length", message: PASSWORD_TOO_SHORT };
  // Loaded on demand, because the lists take half a megabyte and a server rarely needs them.
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const rest = withoutOwnWords(password, known);
  if (!isTooWeak(zxcvbn.check(rest).score)) return null;
  const message =
    rest === password
      ? "This password is too common. Choose one that is harder to guess."
      : "This password has little more than words of this account or site. Choose one that is harder to guess.";
  return { reason: "pwned", message };
}

/** The site's host and the names of its two people. */
export async function knownNames(sql: Sql, origin: string): Promise<string> {
  const rows = await sql<{ name: string }[]>`
    select value as name from public.personal_info where key in ('displayName', 'fullName')
    union all select username from public.workspace_users`;
  return [new URL(origin).hostname, ...rows.map(({ name }) => name)].join(" ");
}
