import { AccountScreen } from "../../account/account-screen.tsx";
import { useUser } from "../../auth/session-context.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function AccountPage() {
  const { email } = useUser();
  return (
    <>
      <PageHeader text={<span className="wrap-anywhere">Signed in as {email}.</span>} />
      <AccountScreen
        lostDevice={
          <>
            Lost the device and the recovery codes? Run <code>npm run owner</code> where the site is
            installed: it sets a new password and removes your authenticator apps.
          </>
        }
      />
    </>
  );
}
