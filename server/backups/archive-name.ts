const NAME = /^foyer-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar(?:\.age)?$/;

/** The name of an archive by the time it was made, to the second. */
export function archiveName(createdAt: Date, isEncrypted: boolean): string {
  const time = createdAt.toISOString().slice(0, 19).replaceAll(":", "-");
  return `foyer-${time}Z.tar${isEncrypted ? ".age" : ""}`;
}

/** @returns null for any other file. */
export function timeOfArchive(name: string): Date | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  return day === undefined ? null : new Date(`${day}T${hour}:${minute}:${second}Z`);
}
