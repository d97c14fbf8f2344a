/** What is pushed to a browser: a task to be reminded of. */
export interface ReminderMessage {
  /** Its id. */
  task: string;
  title: string;
}
