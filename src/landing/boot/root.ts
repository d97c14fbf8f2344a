/** Attributes of the root element, by which the styles know the page's state. */
export const { dataset } = document.documentElement;

/** Adds a link element to the head. */
export function addLink(rel: string, href: string, other?: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement("link"), { rel, href }, other));
}
