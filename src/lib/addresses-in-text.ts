/** A text in parts, of which every second one is a web address. */
export function addressesIn(text: string): string[] {
  return text.split(ADDRESS);
}

/** It ends before punctuation, and with the brackets that are opened in it. */
const ADDRESS = /(\bhttps?:\/\/(?:\([^\s()<>"]*\)|[^\s()<>"“”„«»])+(?<![.,;:!?'’…*\]]))/gi;
