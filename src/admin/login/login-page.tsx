import { LoginScreen } from "../../auth/login-screen.tsx";
import { messageOf } from "../../lib/errors.ts";
import { paths } from "../../lib/paths.ts";

/** The owner's login; continues to the requested URL. */
export function LoginPage() {
  return (
    <LoginScreen
      documentTitle="Sign In · Admin Panel"
      title="Admin Panel"
      text="Sign in to look after your site."
      home={paths.admin.dashboard}
      account={paths.admin.account}
      who={{ label: "Email", type: "email", missing: "Please enter your email address." }}
      failureOf={(error) => ({ text: messageOf(error) })}
    />
  );
}
