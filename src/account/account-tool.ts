import { ShieldUser } from "lucide-react";

/** Properties that the account screens of both areas share. */
export const accountScreen = {
  title: "Account",
  Icon: ShieldUser,
  keywords:
    "password email sessions devices two-factor authentication 2fa code sign-in log security",
  live: { "auth.sessions": ["sign_ins"] },
} as const;
