import { ShieldUser } from "lucide-react";

/** The same of both areas' account screens. */
export const accountScreen = {
  title: "Account",
  Icon: ShieldUser,
  keywords:
    "password email sessions devices two-factor authentication 2fa code sign-in log security",
  live: { "auth.sessions": ["sign_ins"] },
} as const;
