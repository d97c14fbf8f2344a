import { useMutation, useQuery } from "@tanstack/react-query";
import { Section } from "../../account/section.tsx";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

const KEY = ["push"];

// Lets the screen paint while supabase-js is loading.
const push = () => import("../shell/push-subscription.ts");

/** Turns reminders of tasks and notes on or off in this browser. */
export function RemindersSection() {
  const { data: state } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await push()).getPushState(),
  });
  const meta = { changes: [KEY] };
  const turningOn = useMutation({ mutationFn: async () => (await push()).subscribe(), meta });
  const turningOff = useMutation({ mutationFn: async () => (await push()).unsubscribe(), meta });
  const failure = turningOn.error ?? turningOff.error;
  const isOn = state === "on";
  return (
    <Section
      title="Reminders"
      text="Shows the reminders of your tasks and notes in this browser, also while Foyer is closed, until you log out."
    >
      {failure && <Notice>{messageOf(failure)}</Notice>}
      {state === "unsupported" && <p className="text-soft">{UNSUPPORTED}</p>}
      {state === "blocked" && (
        <p className="text-soft">
          This browser blocks them. Allow notifications in its settings of this site.
        </p>
      )}
      {(state === "on" || state === "off") && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            pending={turningOn.isPending || turningOff.isPending}
            onClick={() => {
              turningOn.reset();
              turningOff.reset();
              if (isOn) turningOff.mutate();
              else turningOn.mutate();
            }}
          >
            {isOn ? "Turn Off" : "Turn On"}
          </Button>
          {isOn && <span className="text-soft">On in this browser.</span>}
        </div>
      )}
    </Section>
  );
}

const UNSUPPORTED =
  "This browser can't show them. On iPhone and iPad, add Foyer to the home screen first.";
