/** The message of every failed workspace sign-in, whatever the reason. */
export const INVALID_CREDENTIALS = "Invalid username or password.";

/**
 * Request header with a hash of the name a user typed, from the function that resolves usernames.
 * Our host counts attempts by it; trusted only with the secret key.
 */
export const TYPED_NAME_HEADER = "x-foyer-typed-name";

/**
 * Request header with the browser's user agent, from our host to itself when a function signs a user
 * in; trusted only with the secret key.
 */
export const BROWSER_HEADER = "x-foyer-browser";
