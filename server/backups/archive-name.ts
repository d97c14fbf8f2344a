const NAME = /^foyer-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/;

/** The name of an archive by the time it was made, to the second. */
export function archiveName(createdAt: Date): string {
  return `foyer-${createdAt.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`;
}

/** @returns null for any other file. */
export function timeOfArchive(name: string): Date | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  return day === undefined ? null : new Date(`${day}T${hour}:${minute}:${second}Z`);
}
