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
  const isOn = state === "on";
  const switching = useMutation({
    mutationFn: async (): Promise<unknown> => {
      const { subscribe, unsubscribe } = await push();
      return isOn ? unsubscribe() : subscribe();
    },
    meta: { changes: [KEY] },
  });
  return (
    <Section
      title="Reminders"
      text="Shows the reminders of your tasks and notes in this browser, also while Foyer is closed, until you log out."
    >
      {switching.error && <Notice>{messageOf(switching.error)}</Notice>}
      {state === "unsupported" && <p className="text-soft">{UNSUPPORTED}</p>}
      {state === "blocked" && (
        <p className="text-soft">
          This browser blocks them. Allow notifications in its settings of this site.
        </p>
      )}
      {(state === "on" || state === "off") && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button pending={switching.isPending} onClick={() => switching.mutate()}>
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
