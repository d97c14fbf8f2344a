import { AccountScreen } from "../../account/account-screen.tsx";
import { useUser } from "../../auth/session-context.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { CalendarSection } from "./calendar-section.tsx";
import { InstallSection } from "./install-section.tsx";
import { RemindersSection } from "./reminders-section.tsx";

export function AccountPage() {
  const { email } = useUser();
  return (
    <>
      <PageHeader text={<span className="wrap-anywhere">Signed in as {email}.</span>} />
      <AccountScreen lostDevice="Lost the device and the recovery codes? The owner can remove your authenticator apps in the admin panel.">
        <InstallSection />
        <RemindersSection />
        <CalendarSection />
      </AccountScreen>
    </>
  );
}
