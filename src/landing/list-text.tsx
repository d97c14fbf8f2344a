import { toTextBlocks } from "../content/text-blocks.ts";
import { splitAtAddresses } from "../lib/plain-text.ts";
import { safeHref } from "../lib/safe-url.ts";

/** A plain text with lines that start with `- ` as lists, and URLs as links. */
export function ListText({ text, ...props }: { text: string; id?: string; className: string }) {
  const blocks = toTextBlocks(text);
  if (!blocks.some((block) => "items" in block)) {
    return (
      <p dir="auto" {...props}>
        {linked(text)}
      </p>
    );
  }
  return (
    <div dir="auto" {...props}>
      {blocks.map((block, index) =>
        "items" in block ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other identity.
          <ul className="list" key={index}>
            {block.items.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor have its items.
              <li key={at}>{linked(item)}</li>
            ))}
          </ul>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <p key={index}>{linked(block.text)}</p>
        ),
      )}
    </div>
  );
}

/** A text with its addresses as links. */
export function linked(text: string) {
  return splitAtAddresses(text).map(({ text: part, href }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an address may occur twice.
    <LinkOr key={index} href={safeHref(href)} text={part} />
  ));
}

/** A text, as a link if it has a URL. */
export function LinkOr({ href, text }: { href: string | null; text: string }) {
  if (!href) return text;
  return (
    <a href={href} target="_blank" rel="noopener">
      {text}
    </a>
  );
}

/** A URL without its scheme, as people write it. */
export function shortAddress(href: string): string {
  return href.replace(/^https?:\/\/(www\.)?|^mailto:|\/$/g, "");
}
