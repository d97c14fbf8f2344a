import bcrypt from "bcryptjs";
import type { Passwords } from "../../server/auth/passwords.ts";

/**
 * Real hashes at a hundredth of the cost, for tests that only need a signed-in user.
 * `passwords.test.ts` and `sign-in.test.ts` test the cost and the use of hashing.
 */
export const quickPasswords: Passwords = {
  verify: async (password, hash) => hash !== null && bcrypt.compare(password, hash),
  hash: (password) => bcrypt.hash(password, 4),
  close: async () => {},
};
