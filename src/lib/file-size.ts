const UNITS = ["Bytes", "KB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];

/** A size such as `1.50 KB`: base 1024, two decimals, whole bytes, `1 Byte`; `-` for null. */
export function formatSize(bytes: number | null): string {
  if (bytes === null) return "-";
  let value = bytes;
  let unit = 0;
  // Values that round up to 1024 use the next unit.
  while (Number(value.toFixed(2)) >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  if (bytes === 1) return "1 Byte";
  return `${unit === 0 ? value : value.toFixed(2)} ${UNITS[unit]}`;
}

/** A size above a limit, rounded up so that it never reads like the limit. */
export function formatExcess(bytes: number): string {
  const unit = 1024 ** Math.floor(Math.log2(Math.max(bytes, 1)) / 10);
  return formatSize((Math.ceil((bytes / unit) * 100) / 100) * unit);
}
