import bcrypt from "bcryptjs";
import type { Passwords } from "../../server/auth/passwords.ts";

/**
 * Real hashes that cost a hundredth of those a site makes, for tests that only need somebody to be
 * signed in. What passwords cost, and where, is the subject of `passwords.test.ts` and `sign-in.test.ts`.
 */
export const quickPasswords: Passwords = {
  verify: async (password, hash) => hash !== null && bcrypt.compare(password, hash),
  hash: (password) => bcrypt.hash(password, 4),
  close: async () => {},
};
