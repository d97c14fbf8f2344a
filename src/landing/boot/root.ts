import { directionOf } from "../../content/texts/direction.ts";

const root = document.documentElement;

/** Attributes of the root element, which tell the styles the page's state. */
export const { dataset } = root;

/** Sets the document's language and direction; the application is in English. */
export function setLanguage(): void {
  root.lang = (dataset.area ? "" : dataset.lang) || "en";
  root.dir = directionOf(root.lang);
}

export function addLink(rel: string, href: string, other?: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement("link"), { rel, href }, other));
}
