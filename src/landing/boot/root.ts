const root = document.documentElement;

/** Attributes of the root element, by which the styles know the page's state. */
export const { dataset } = root;

/** Sets the language of what is shown: the application's or, without one, the page's. */
export function setLanguage(language = dataset.lang ?? "en"): void {
  root.lang = language;
}

/** Adds a link element to the head. */
export function addLink(rel: string, href: string, other?: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement("link"), { rel, href }, other));
}
