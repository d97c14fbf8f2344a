/**
 * Returns the UPDATE and DELETE statements in some SQL without a WHERE clause of their own; one in
 * a subquery does not count. An upsert's DO UPDATE belongs to its INSERT and is not included.
 */
export function writesWithoutWhere(sql: string): string[] {
  const plain = withoutTexts(sql);
  const writes =
    /\bdelete\s+from\b|(?<!\bdo\s)\bupdate\s+(?:only\s+)?[\w."]+\s+(?:as\s+\w+\s+|\w+\s+)?set\b/gi;
  return [...plain.matchAll(writes)]
    .map(({ index }) => statementAt(plain, index))
    .filter((statement) => !/\bwhere\b/i.test(withoutSubqueries(statement)));
}

/** The text up to the end of the statement or of the enclosing parentheses. */
function statementAt(sql: string, start: number): string {
  let depth = 0;
  let end = start;
  for (; end < sql.length; end++) {
    const character = sql[end];
    if (character === "(") depth++;
    if (character === ")" && --depth < 0) break;
    if (character === ";" && depth === 0) break;
  }
  return sql.slice(start, end).replaceAll(/\s+/g, " ").trim();
}

function withoutSubqueries(statement: string): string {
  const inner = statement.replaceAll(/\([^()]*\)/g, " ");
  return inner === statement ? statement : withoutSubqueries(inner);
}

/** Removes comments and string constants, whose contents are arbitrary. */
function withoutTexts(sql: string): string {
  return sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, " ");
}
