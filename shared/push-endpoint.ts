/** Push services of browsers: Chrome, Firefox, Safari and Edge. */
const VENDORS =
  /^(fcm\.googleapis\.com|[a-z0-9-]+\.push\.services\.mozilla\.com|[a-z0-9-]+\.push\.apple\.com|[a-z0-9-]+\.notify\.windows\.com)$/;

/**
 * Whether pushes may be sent to this URL. A browser chooses it, so any other URL could make the
 * host call its own network.
 * @param testOrigin a push service for tests, on the loopback interface.
 */
export function isPushEndpoint(endpoint: string, testOrigin: string | null): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (testOrigin !== null && origin === testOrigin) return true;
  return protocol === "https:" && port === "" && !username && !password && VENDORS.test(hostname);
}

/** Whether a setting is a valid push service for tests. */
export function isTestPushOrigin(text: string): boolean {
  return /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(text);
}
