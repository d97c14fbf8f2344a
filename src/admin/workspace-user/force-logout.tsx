import { useMutation } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { messageOf } from "../../lib/errors.ts";
import { askToConfirm, showAlert } from "../../ui/browser-dialogs.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { forceLogoutMutation } from "./workspace-user-queries.ts";

/** Ends every session of the workspace user at once and tells the temporary password. */
export function ForceLogout() {
  const logout = useMutation({
    ...forceLogoutMutation,
    // Before anything is read again: this is the only time the password is ever told.
    onSuccess: (password) =>
      showAlert(
        `Every session was ended. Temporary password, shown only this once:\n\n${password}`,
      ),
  });
  const { isPending } = logout;

  return (
    <section className="grid gap-4 border-t pt-8" aria-labelledby="logout-heading">
      <div className="grid gap-1">
        <h2 id="logout-heading" className="text-body font-semibold">
          Global logout
        </h2>
        <p className="text-soft">
          Signs the user out on every device at once and replaces the password by a temporary one.
        </p>
      </div>
      {logout.error && <Notice>{messageOf(logout.error)}</Notice>}
      <Button
        look="danger"
        className="justify-self-start"
        pending={isPending}
        icon={<LogOut aria-hidden="true" />}
        onClick={() => {
          if (askToConfirm(QUESTION)) logout.mutate();
        }}
      >
        {isPending ? "Logging out..." : "Force Global Logout"}
      </Button>
    </section>
  );
}

const QUESTION =
  "Log the workspace user out on every device? Their password stops working; a temporary one is shown to you once.";
