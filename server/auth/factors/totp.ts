import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

/**
 * Seconds for which an authenticator app shows a code; the same in every app.
 * @limit visitors: how long a code of the second factor is shown
 */
const TOTP_PERIOD_SECONDS = 30;

/** Time steps accepted before and after the current one, for clocks up to 30 seconds off. */
const TOTP_DRIFT_STEPS = 1;

/** Data for an authenticator app, in GoTrue's format. */
export interface TotpEnrollment {
  /** An SVG image, which supabase-js converts to a data URI. */
  qr_code: string;
  /** Base32. */
  secret: string;
  /** `otpauth://totp/…`. */
  uri: string;
}

/** A new random secret of 160 bits. */
export function createTotp(issuer: string, account: string): TotpEnrollment {
  const totp = new TOTP({ ...OPTIONS, issuer, label: account, secret: new Secret({ size: 20 }) });
  const uri = totp.toString();
  return { qr_code: renderSVG(uri, { border: 4 }), secret: totp.secret.base32, uri };
}

/** The time step of a code: the current or an adjacent one. Null for a wrong code. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | null {
  const totp = new TOTP({ ...OPTIONS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: TOTP_DRIFT_STEPS });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** Options that every authenticator app supports. */
const OPTIONS = { algorithm: "SHA1", digits: 6, period: TOTP_PERIOD_SECONDS };
