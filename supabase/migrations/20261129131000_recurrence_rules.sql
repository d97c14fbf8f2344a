-- Last day and weekdays of a month, and the end of a series.
alter table public.workspace_tasks drop constraint workspace_tasks_recurrence_check,
  add constraint workspace_tasks_recurrence_check
  check (recurrence ~ '^FREQ=((DAILY|YEARLY)(;INTERVAL=[1-9][0-9]?)?|MONTHLY(;INTERVAL=[1-9][0-9]?)?(;BYMONTHDAY=-1|;BYDAY=([1-4]|-1)(MO|TU|WE|TH|FR|SA|SU))?|WEEKLY(;INTERVAL=[1-9][0-9]?)?(;BYDAY=(MO|TU|WE|TH|FR|SA|SU)(,(MO|TU|WE|TH|FR|SA|SU)){0,6})?)(;UNTIL=[1-9][0-9]{3}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])|;COUNT=[1-9][0-9]?)?$');
