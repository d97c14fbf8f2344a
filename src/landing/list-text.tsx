import { toTextBlocks } from "../content/text-blocks.ts";

/** A plain text whose lines that start with `- ` are shown as lists. */
export function ListText({ text, ...props }: { text: string; id?: string; className: string }) {
  const blocks = toTextBlocks(text);
  if (!blocks.some((block) => "items" in block)) return <p {...props}>{text}</p>;
  return (
    <div {...props}>
      {blocks.map((block, index) =>
        "items" in block ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other identity.
          <ul className="list" key={index}>
            {block.items.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor have its items.
              <li key={at}>{item}</li>
            ))}
          </ul>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <p key={index}>{block.text}</p>
        ),
      )}
    </div>
  );
}
