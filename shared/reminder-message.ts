/** Message pushed to a browser, with the id of a task or a note. */
export interface ReminderMessage {
  task?: string | undefined;
  note?: string | undefined;
  title: string;
}
