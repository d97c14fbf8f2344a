/**
 * The address of a visitor on Supabase, as `private.visitor_address()` reads it: the address from
 * the edge, else the last entry of `x-forwarded-for`. Callers choose the entries before it.
 * @returns null when there is neither.
 */
export function visitorAddress(headers: Headers): string | null {
  const last = headers.get("x-forwarded-for")?.split(",").at(-1);
  return headers.get("cf-connecting-ip")?.trim() || last?.trim() || null;
}
