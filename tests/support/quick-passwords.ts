import bcrypt from "bcryptjs";
import type { Passwords } from "../../server/auth/passwords.ts";

/**
 * Real hashes at a hundredth of a site's cost, for tests that only need a signed-in user. The cost
 * of hashing, and where it occurs, is tested in `passwords.test.ts` and `sign-in.test.ts`.
 */
export const quickPasswords: Passwords = {
  verify: async (password, hash) => hash !== null && bcrypt.compare(password, hash),
  hash: (password) => bcrypt.hash(password, 4),
  close: async () => {},
};
