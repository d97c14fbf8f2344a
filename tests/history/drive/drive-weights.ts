/** Steps of a user and a visitor in the drive, with their relative frequencies. */
export const DRIVE_ACTIONS = {
  "upload file": 16,
  "upload large file": 10,
  "replace file": 16,
  "answer uploads": 8,
  "edit file": 24,
  "restore version": 10,
  "rename file": 6,
  "move file": 8,
  "add folder": 4,
  "trash file": 10,
  "restore file": 8,
  "purge file": 6,
  "share file": 12,
  "revoke links": 8,
  "open link": 18,
} as const;
