import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";

const FILE = ".foyer/deploy.json";

const schema = z.object({
  /** Reference of the project: 20 lowercase letters. */
  project: z.string(),
  publicUrl: z.string(),
  /** Further origins that may call the functions, as FOYER_ALLOWED_ORIGINS. */
  allowedOrigins: z.string(),
  /** Where the site is published. */
  publish: z.string(),
  folder: z.string(),
  /** Name of the site at its host. */
  site: z.string(),
  driveQuota: z.string(),
});

/** Answers of the last deployment, without keys, tokens and passwords. */
export type Remembered = z.infer<ReturnType<typeof schema.partial>>;

export async function readRemembered(): Promise<Remembered> {
  const text = await readFile(FILE, "utf8").catch(() => "{}");
  try {
    return schema.partial().parse(JSON.parse(text));
  } catch {
    throw new Error(`${FILE} is not readable. Delete it to be asked again.`);
  }
}

/** Leaves out the answers that an empty flag clears. */
export function withoutCleared(
  remembered: Remembered,
  flags: Readonly<Record<string, string>>,
): Remembered {
  return Object.fromEntries(Object.entries(remembered).filter(([name]) => flags[name] !== ""));
}

export async function remember(answers: Remembered): Promise<void> {
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, `${JSON.stringify(answers, null, 2)}\n`);
}
