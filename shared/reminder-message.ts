/** What is pushed to a browser: a task or a note to be reminded of, by its id. */
export interface ReminderMessage {
  task?: string | undefined;
  note?: string | undefined;
  title: string;
}
