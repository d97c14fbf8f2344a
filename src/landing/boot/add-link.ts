/** Adds a link element to the head. */
export function addLink(rel: string, href: string, other?: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement("link"), { rel, href }, other));
}
