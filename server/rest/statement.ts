import { quoteName } from "../database/quote-name.ts";

/** A statement being written: its text and the values of its parameters, all of them text. */
export class Statement {
  readonly values: string[] = [];
  #aliases = 0;

  /** The placeholder of a value. */
  value(text: string): string {
    return `$${this.values.push(text)}`;
  }

  /** A relation name that is unique in this statement. */
  alias(): string {
    return `r${this.#aliases++}`;
  }
}

/** A relation or function of the schema that the Data API serves. */
export const qualified = (name: string) => `public.${quoteName(name)}`;
