import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { TextField } from "../../ui/field.tsx";
import { fieldOf } from "../../ui/field-of.ts";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { scheduleQuery, useSaveSchedule } from "./backups-queries.ts";
import type { Schedule } from "./backups-schema.ts";

/** Time and destination of backups, editable unless the server's variables set them. */
export function BackupSchedule() {
  const query = useQuery(scheduleQuery);
  const { data, error } = query;
  return (
    <section aria-labelledby="schedule" className="grid max-w-[70ch] content-start gap-4">
      <h2 id="schedule" className="text-body font-semibold">
        Daily backup
      </h2>
      {data && (data.isFixed ? <Fixed {...data} /> : <ScheduleForm key={data.at} {...data} />)}
      {data === undefined && !error && <SkeletonRows rows={2} />}
      {!data && error && <FailedRead query={query} what="The schedule of backups" />}
    </section>
  );
}

function Fixed({ at, place, timeZone }: NonNullable<Schedule>) {
  return (
    <p className="text-soft wrap-anywhere">
      Every day at {at} ({timeZone}), stored in <code>{place}</code>. The server's variables{" "}
      <code>FOYER_BACKUP</code> and <code>FOYER_BACKUP_TO</code> set this; change them there.
    </p>
  );
}

function ScheduleForm({ at, place, timeZone }: NonNullable<Schedule>) {
  const form = useForm({ defaultValues: { at: at ?? "03:00" } });
  const saving = useSaveSchedule();
  async function save(next: string | null) {
    await saving.mutateAsync(next).then(
      () => toast.success(next ? `Backups are made daily at ${next}.` : "Daily backups are off."),
      () => {},
    );
  }
  const submit = useSubmitOnce(form.handleSubmit((values) => save(values.at)));
  return (
    <form aria-labelledby="schedule" className="grid gap-4" noValidate onSubmit={submit}>
      <p className="text-soft">
        {at ? `Made every day at ${at}` : "Off. Once on, a backup is made every day"}, proven by a
        restore and stored in <code className="wrap-anywhere">{place}</code>. That is on the
        server's own disk: for a bucket or another disk, start the server with{" "}
        <code>FOYER_BACKUP</code> and <code>FOYER_BACKUP_TO</code>. Only{" "}
        <code>FOYER_BACKUP_PASSPHRASE</code> encrypts them.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Time"
          type="time"
          hint={`In the server's time zone, ${timeZone}.`}
          {...fieldOf(form, "at", { required: "Enter a time such as 03:00." })}
        />
      </div>
      {saving.error && <Notice>Could not be saved: {messageOf(saving.error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={saving.isPending}>
          {at ? "Save Time" : "Turn On"}
        </Button>
        {at && (
          <Button disabled={saving.isPending} onClick={() => void save(null)}>
            Turn Off
          </Button>
        )}
      </div>
    </form>
  );
}
