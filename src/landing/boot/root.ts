const root = document.documentElement;

/** Attributes of the root element, which tell the styles the page's state. */
export const { dataset } = root;

/** Sets the document's language; the application is in English. */
export function setLanguage(): void {
  root.lang = (dataset.area ? "" : dataset.lang) || "en";
}

export function addLink(rel: string, href: string, other?: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement("link"), { rel, href }, other));
}
