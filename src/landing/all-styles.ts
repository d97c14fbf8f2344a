import landingStyles from "./landing.css?url";

/**
 * Adds all styles of the page to a document; a delivered page lacks the rules for what it does not
 * contain.
 * @returns a promise that resolves once they have been loaded, or could not be.
 */
export function addAllStyles(page: Document): Promise<void> {
  const styles = page.createElement("link");
  Object.assign(styles, { rel: "stylesheet", href: landingStyles });
  return new Promise((resolve) => {
    for (const end of ["load", "error"]) styles.addEventListener(end, () => resolve());
    page.head.append(styles);
  });
}
