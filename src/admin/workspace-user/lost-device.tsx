import { useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { messageOf } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { removeFactorsMutation } from "./workspace-user-queries.ts";

/** Removes the workspace user's authenticator apps after a lost device. */
export function LostDevice() {
  const removing = useMutation({
    ...removeFactorsMutation,
    onSuccess: (removed) => {
      if (removed === 0) toast.info("This user has no authenticator app.");
      else toast.success(`Authenticator apps removed: ${formatCount(removed)}.`);
    },
  });
  const { isPending, error } = removing;
  return (
    <section className="grid gap-4 border-t pt-8" aria-labelledby="lost-device-heading">
      <div className="grid gap-1">
        <h2 id="lost-device-heading" className="text-body font-semibold">
          Lost device
        </h2>
        <p className="text-soft">
          Removes the user's authenticator apps, so that the password alone signs in. They can add a
          new one on their account screen.
        </p>
      </div>
      {error && <Notice>{messageOf(error)}</Notice>}
      <Button
        className="justify-self-start"
        pending={isPending}
        onClick={() => {
          if (askToConfirm(QUESTION)) removing.mutate();
        }}
      >
        {isPending ? "Removing..." : "Remove Authenticator Apps"}
      </Button>
    </section>
  );
}

const QUESTION =
  "Remove the workspace user's authenticator apps? From then on only the password protects the account.";
