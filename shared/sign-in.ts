/** The message of every failed workspace sign-in, for any reason. */
export const INVALID_CREDENTIALS = "Invalid username or password.";

/**
 * Request header with a hash of the typed name, from the function that resolves usernames. The
 * embedded host counts attempts by it; trusted only with the secret key.
 */
export const TYPED_NAME_HEADER = "x-foyer-typed-name";

/**
 * Request header with the browser's user agent, which the embedded host sends to itself when a
 * function signs a user in; trusted only with the secret key.
 */
export const BROWSER_HEADER = "x-foyer-browser";
