import { isLongEnough, PASSWORD_TOO_SHORT } from "../../shared/password.ts";

/**
 * Whether attackers try this password first. A short list, for clients that skip the panel's own
 * estimate: the panel refuses far more.
 * @param email a password made of it is the first guess of all.
 */
export function isCommonPassword(password: string, email: string): boolean {
  const plain = password.toLowerCase();
  const letters = plain.replace(/[^a-z]/g, "");
  const name = email.split("@")[0]?.toLowerCase() ?? "";
  return (
    new Set(plain).size <= MOST_REPEATED_CHARACTERS ||
    COMMON.has(plain) ||
    // `password123!`: a common word with digits and signs around it.
    COMMON_WORDS.has(letters) ||
    plain === email.toLowerCase() ||
    (name.length >= SHORTEST_NAME && letters === name.replace(/[^a-z]/g, "")) ||
    isSequence(plain)
  );
}

/** `aaaaaaaaaa` and `1212121212`. */
const MOST_REPEATED_CHARACTERS = 2;
const SHORTEST_NAME = 4;

/** Of at least ten characters, from the lists of leaked passwords; all others are sequences. */
const COMMON = new Set([
  "1q2w3e4r5t",
  "1q2w3e4r5t6y",
  "1qaz2wsx3edc",
  "1qazxsw23edc",
  "a123456789",
  "abcd123456",
  "qwer123456",
  "qwerty12345",
  "zaq12wsxcde3",
  "q1w2e3r4t5",
  "123qweasdzxc",
  "qazwsxedcrfv",
]);

const COMMON_WORDS = new Set([
  "admin",
  "administrator",
  "basketball",
  "changeme",
  "football",
  "foyer",
  "foyeradmin",
  "iloveyou",
  "letmein",
  "liverpool",
  "manchester",
  "michelle",
  "mypassword",
  "newpassword",
  "passw",
  "passwd",
  "password",
  "passwordpassword",
  "princess",
  "qwerty",
  "qwertyuiop",
  "sunshine",
  "superman",
  "welcome",
  "workspace",
]);

/** `1234567890`, `qwertyuiop`, `abcdefghij` and the same backwards, also repeated. */
function isSequence(password: string): boolean {
  return SEQUENCES.some((row) => {
    const forwards = row.repeat(Math.ceil(password.length / row.length) + 1);
    return forwards.includes(password) || [...forwards].reverse().join("").includes(password);
  });
}

const SEQUENCES = [
  "1234567890",
  "0123456789",
  "123456789",
  "12345678",
  "123456",
  "12345",
  "1234",
  "123",
  "qwertyuiop",
  "qwertyuiopasdfghjklzxcvbnm",
  "abcdefghijklmnopqrstuvwxyz",
];

/** The reason a password cannot be chosen, as GoTrue names it, or null. */
export function weaknessOf(
  password: string,
  email: string,
): { reason: "length" | "pwned"; message: string } | null {
  if (!isLongEnough(password)) return { reason: "length", message: PASSWORD_TOO_SHORT };
  if (isCommonPassword(password, email)) {
    return {
      reason: "pwned",
      message: "This password is too common. Choose one that is harder to guess.",
    };
  }
  return null;
}
