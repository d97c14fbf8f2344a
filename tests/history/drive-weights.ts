/** What a person and a visitor do with the drive in one step, with how often it is drawn. */
export const DRIVE_ACTIONS = {
  "upload file": 8,
  "upload large file": 5,
  "replace file": 8,
  "answer uploads": 4,
  "edit file": 12,
  "restore version": 5,
  "rename file": 3,
  "move file": 4,
  "add folder": 2,
  "trash file": 5,
  "restore file": 4,
  "purge file": 3,
  "share file": 6,
  "revoke links": 4,
  "open link": 9,
} as const;
