/** A readable device name such as `Firefox on Windows`, from the user agent string. */
export function deviceName(deviceInfo: string | null): string {
  const said = deviceInfo?.trim() ?? "";
  if (said === "") return "Unknown device";
  const browser = find(BROWSERS, said);
  const system = find(SYSTEMS, said);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? said;
}

function find(known: readonly (readonly [RegExp, string])[], said: string): string | undefined {
  return known.find(([pattern]) => pattern.test(said))?.[1];
}

/** The order matters, because user agents also name the browsers they derive from. */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/\S+ .*Safari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\b(Macintosh|Mac OS X)\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
] as const;
