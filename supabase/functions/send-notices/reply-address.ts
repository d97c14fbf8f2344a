/**
 * A visitor's address for the header Reply-To.
 * @returns null unless it is one plain ASCII address; the header is then omitted.
 */
export function replyAddress(email: string): string | null {
  return email.length <= 254 && ADDRESS.test(email) ? email : null;
}

const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const ADDRESS = new RegExp(`^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`);
