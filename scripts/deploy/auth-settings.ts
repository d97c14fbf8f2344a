import { PASSWORD_MIN_LENGTH } from "../../shared/password.ts";
import type { AuthConfig, ManagementApi } from "./management-api.ts";

/** The settings of Supabase Auth that Foyer depends on, by their names in the Management API. */
export const AUTH_SETTINGS = {
  disable_signup: true,
  external_anonymous_users_enabled: false,
  password_min_length: PASSWORD_MIN_LENGTH,
  // Otherwise Auth counts all sign-ins by username as one visitor's, because a function sends them.
  security_sb_forwarded_for_enabled: true,
  // The panel asks for the current password instead of mailing a code.
  security_update_password_require_current_password: true,
  security_update_password_require_reauthentication: false,
  // Otherwise a stolen session could change the email without the password.
  mailer_secure_email_change_enabled: true,
  mfa_totp_enroll_enabled: true,
  mfa_totp_verify_enabled: true,
} as const satisfies AuthConfig;

/** Names of the settings that differ from the values Foyer needs. */
export function wrongAuthSettings(config: AuthConfig): string[] {
  return Object.keys(differencesFrom(AUTH_SETTINGS, config));
}

/** Changes the settings that differ from the values Foyer needs, and sets the site's URL. */
export async function saveAuthSettings(
  api: ManagementApi,
  ref: string,
  siteUrl: string,
): Promise<void> {
  const wanted = { ...AUTH_SETTINGS, site_url: siteUrl };
  const changes = differencesFrom(wanted, await api.getAuthConfig(ref));
  if (Object.keys(changes).length > 0) await api.saveAuthConfig(ref, changes);
}

function differencesFrom(wanted: AuthConfig, config: AuthConfig): AuthConfig {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => config[name as keyof AuthConfig] !== value),
  );
}
