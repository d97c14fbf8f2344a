/** Message pushed to a browser: the id of a task or a note to be reminded of. */
export interface ReminderMessage {
  task?: string | undefined;
  note?: string | undefined;
  title: string;
}
