import type { RateLimit } from "./rate-limit.ts";

/** Seconds a code of an authenticator app is shown; what every app uses. */
export const TOTP_PERIOD_SECONDS = 30;

/** Codes accepted before and after the present one, for clocks that are up to 30 seconds off. */
export const TOTP_DRIFT_STEPS = 1;

/** Second factors of an account, with those not yet verified; GoTrue's default. */
export const FACTORS_PER_ACCOUNT = 10;

/** Seconds until a factor that was not verified may be removed by the next one; as in GoTrue. */
export const UNVERIFIED_FACTOR_SECONDS = 5 * 60;

/** Seconds for entering the code of a challenge; GoTrue's default. */
export const FACTOR_CHALLENGE_SECONDS = 5 * 60;

/** Seconds after a code in which its session may remove a factor or download an archive. */
export const FACTOR_PROOF_SECONDS = 2 * 60;

/** Open challenges of a factor; two browsers that sign in at once need one each. */
export const CHALLENGES_PER_FACTOR = 20;

/**
 * Challenges asked for by one address. More would displace those of the user, who could then not
 * sign in while somebody with the password keeps asking.
 */
export const FACTOR_CHALLENGES: RateLimit = { name: "factor-challenge", limit: 20, seconds: 300 };
