import type { ReactNode } from "react";
import { EmailForm } from "./email/email-form.tsx";
import { FactorList } from "./factors/factor-list.tsx";
import { PasswordForm } from "./password/password-form.tsx";
import { SessionList } from "./sessions/session-list.tsx";
import { SignInLog } from "./sign-ins/sign-in-log.tsx";

/**
 * Password, email, second factor, sessions and sign-ins of the signed-in user, in both areas.
 * @param lostDevice instructions after losing the device with the authenticator app.
 * @param children additional sections of the area.
 */
export function AccountScreen(props: { lostDevice: ReactNode; children?: ReactNode }) {
  const { lostDevice, children } = props;
  return (
    <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <div className="grid max-w-[32rem] content-start gap-10">
        <PasswordForm />
        <EmailForm />
        {children}
      </div>
      <div className="grid min-w-0 content-start gap-10">
        <FactorList lostDevice={lostDevice} />
        <SessionList />
        <SignInLog />
      </div>
    </div>
  );
}
