import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

/**
 * Seconds a code of an authenticator app is shown; what every app uses.
 * @limit visitors: how long a code of the second factor is shown
 */
const TOTP_PERIOD_SECONDS = 30;

/** Codes accepted before and after the present one, for clocks that are up to 30 seconds off. */
const TOTP_DRIFT_STEPS = 1;

/** Data for an authenticator app, in GoTrue's format. */
export interface TotpEnrollment {
  /** An SVG picture; supabase-js turns it into a data URI. */
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

/**
 * The time step a code belongs to: the present one, or the one before or after for a clock that is
 * off. Null for a wrong code.
 */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | null {
  const totp = new TOTP({ ...OPTIONS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: TOTP_DRIFT_STEPS });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** Options that every authenticator app supports. */
const OPTIONS = { algorithm: "SHA1", digits: 6, period: TOTP_PERIOD_SECONDS };
