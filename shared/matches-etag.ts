/** Whether `If-None-Match` matches this entity tag. Weak comparison, as RFC 9110 requires. */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").some((tag) => bare(tag) === bare(etag));
}
