import { queryError } from "./api-error.ts";
import {
  type Condition,
  type Embed,
  type Level,
  OPERATORS,
  type Operator,
  type OrderTerm,
  type Path,
  type Query,
  type Selected,
} from "./query.ts";

/**
 * Parses a query string (`query.ts` has the grammar).
 * @param isCall whether parameters other than conditions are a function's arguments.
 * @throws {ApiError} 400 with the invalid part.
 */
export function parseQuery(search: URLSearchParams, isCall = false): Query {
  const level = {
    ...emptyLevel(),
    select: parse("select parameter", search.get("select") ?? "*", selectList),
  };
  const query: Query = { level, columns: null, onConflict: null, plain: new Map() };
  for (const [name, value] of search) {
    if (name === "select") continue;
    if (name === "columns") query.columns = parse("columns parameter", value, nameList);
    else if (name === "on_conflict")
      query.onConflict = parse("on_conflict parameter", value, nameList);
    else if (isCall && isArgument(name, value)) query.plain.set(name, value);
    else addParameter(level, name, value);
  }
  return query;
}

const emptyLevel = (): Omit<Level, "select"> => ({ where: [], order: [], limit: null, offset: 0 });

const RESERVED = new Set(["order", "limit", "offset", "and", "or"]);

/** In a GET call of a function, a parameter without an operator is an argument. */
function isArgument(name: string, value: string): boolean {
  return !RESERVED.has(name) && !/^(not\.)?[a-z]+\./.test(value);
}

/** A condition, an order or a limit of the relation or of an embedded one. */
function addParameter(root: Level, name: string, value: string) {
  const { names, keys } = parse("tree path", name, treePath);
  const last = names.pop() ?? "";
  const isNegated = names.at(-1) === "not" && (last === "and" || last === "or");
  if (isNegated) names.pop();
  const level = names.reduce(embeddedLevel, root);
  if (keys.length > 0) level.where.push(conditionOf({ column: last, keys }, value));
  else if (last === "and" || last === "or") {
    const of = parse("logic tree", value, conditionList);
    level.where.push({ kind: last === "and" ? "all" : "any", negated: isNegated, of });
  } else if (last === "order") level.order = parse("order", value, orderList);
  else if (last === "limit") level.limit = count(value);
  else if (last === "offset") level.offset = count(value);
  else level.where.push(conditionOf({ column: last, keys }, value));
}

function embeddedLevel({ select }: Level, name: string): Level {
  const embeds = select.filter((item): item is Embed => item.kind === "embed");
  const found =
    embeds.find(({ alias }) => alias === name) ?? embeds.find(({ relation }) => relation === name);
  if (found) return found.level;
  throw queryError(`'${shown(name)}' is not an embedded resource in this request`);
}

function count(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw queryError(`"failed to parse limit or offset (${shown(text)})"`);
}

function conditionOf(path: Path, value: string): Condition {
  return parse("filter", value, (scanner) => operation(scanner, path, (rest) => rest.takeRest()));
}

/** Parses all of a text with one rule of the grammar. */
function parse<T>(what: string, text: string, rule: (scanner: Scanner) => T): T {
  const scanner = new Scanner(text);
  try {
    const value = rule(scanner);
    scanner.end();
    return value;
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    const place = `(line 1, column ${scanner.at + 1})`;
    throw queryError(`"failed to parse ${what} (${shown(text)})" ${place}`, error.message);
  }
}

const shown = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

class Unexpected extends Error {}

/** A column's or relation's name: in quotes, or of letters, digits, `_`, `$`, spaces and dashes. */
const NAME = /"((?:[^"\\]|\\[\s\S])*)"|[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy;
const KEY = /[^->,.:()=]+/y;
const INDEX = /-?\d+(?![^-,.:)=])/y;
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"(?=[,)]|$)/y;

class Scanner {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Steps over `token` if it comes next. */
  skip(token: string): boolean {
    if (!this.#text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  expect(token: string) {
    if (!this.skip(token)) throw new Unexpected(`unexpected ${this.#next()} expecting "${token}"`);
  }

  /** The match of a sticky expression at the current position, or null. */
  match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.#text);
    if (found) this.at = expression.lastIndex;
    return found;
  }

  name(): string {
    const found = this.match(NAME);
    const name = found?.[1] === undefined ? found?.[0].trim() : unescaped(found[1]);
    if (!name) throw new Unexpected(`unexpected ${this.#next()} expecting field name`);
    return name;
  }

  takeRest(): string {
    const rest = this.#text.slice(this.at);
    this.at = this.#text.length;
    return rest;
  }

  end() {
    if (this.at < this.#text.length) throw new Unexpected(`unexpected ${this.#next()}`);
  }

  #next(): string {
    const next = this.#text.slice(this.at, this.at + 1);
    return next === "" ? "end of input" : JSON.stringify(next);
  }
}

const unescaped = (quoted: string) => quoted.replace(/\\([\s\S])/g, "$1");

function listOf<T>(scanner: Scanner, item: (scanner: Scanner) => T): T[] {
  const items = [item(scanner)];
  while (scanner.skip(",")) items.push(item(scanner));
  return items;
}

const nameList = (scanner: Scanner) => listOf(scanner, (each) => each.name());

function selectList(scanner: Scanner): Selected[] {
  return listOf(scanner, selected);
}

function selected(scanner: Scanner): Selected {
  scanner.match(/ */y);
  if (scanner.skip("*")) return { kind: "all" };
  const first = scanner.name();
  const isAlias = scanner.match(/:(?!:)/y) !== null;
  const [alias, name] = isAlias ? [first, scanner.name()] : [null, first];
  const { hint, inner } = embedHints(scanner);
  if (hint !== null || inner !== null || scanner.match(/(?=\()/y)) {
    scanner.expect("(");
    const select = selectList(scanner);
    scanner.expect(")");
    const level = { ...emptyLevel(), select };
    return { kind: "embed", relation: name, alias, hint, inner: inner === true, level };
  }
  const path = { column: name, keys: jsonKeys(scanner) };
  const cast = scanner.skip("::") ? scanner.name() : null;
  return { kind: "value", path, alias, cast };
}

/** `!inner`, `!left` and `!hint`, in any order. */
function embedHints(scanner: Scanner) {
  let hint: string | null = null;
  let inner: boolean | null = null;
  while (scanner.skip("!")) {
    const name = scanner.name();
    if (name === "inner" || name === "left") inner = name === "inner";
    else hint = name;
  }
  return { hint, inner };
}

function jsonKeys(scanner: Scanner): Path["keys"] {
  const keys: Path["keys"] = [];
  for (let arrow = scanner.match(/->>?/y); arrow; arrow = scanner.match(/->>?/y)) {
    const index = scanner.match(INDEX);
    const key = index ? Number(index[0]) : scanner.match(KEY)?.[0];
    if (key === undefined) throw new Unexpected("expecting a key");
    keys.push({ key, asText: arrow[0] === "->>" });
  }
  return keys;
}

function treePath(scanner: Scanner): { names: string[]; keys: Path["keys"] } {
  const names = [scanner.name()];
  while (scanner.skip(".")) names.push(scanner.name());
  return { names, keys: jsonKeys(scanner) };
}

function orderList(scanner: Scanner): OrderTerm[] {
  return listOf(scanner, (each) => {
    const path = { column: each.name(), keys: jsonKeys(each) };
    const direction = each.match(/\.(asc|desc)(?![a-z])/y)?.[1];
    const nulls = each.match(/\.nulls(first|last)(?![a-z])/y)?.[1];
    return { path, descending: direction === "desc", nulls: (nulls as "first" | "last") ?? null };
  });
}

function conditionList(scanner: Scanner): Condition[] {
  scanner.expect("(");
  const conditions = listOf(scanner, condition);
  scanner.expect(")");
  return conditions;
}

/** A condition inside a logic tree, which may be another tree. */
function condition(scanner: Scanner): Condition {
  const tree = scanner.match(/ *(not\.)?(and|or)(?= *\()/y);
  if (tree) {
    const [, negation, kind] = tree;
    scanner.match(/ */y);
    const of = conditionList(scanner);
    return { kind: kind === "and" ? "all" : "any", negated: negation !== undefined, of };
  }
  const path = { column: scanner.name(), keys: jsonKeys(scanner) };
  scanner.expect(".");
  return operation(scanner, path, listValue);
}

/** A value that ends with the list around it; an array may have commas. */
const listValue = (scanner: Scanner) => scanner.match(/\{[^{}]*\}/y)?.[0] ?? element(scanner);

/** A quoted value, or the text up to the next comma. */
function element(scanner: Scanner): string {
  const quoted = scanner.match(QUOTED);
  return quoted ? unescaped(quoted[1] ?? "") : (scanner.match(/[^,)]*/y)?.[0] ?? "");
}

function operation(scanner: Scanner, path: Path, value: (scanner: Scanner) => string): Condition {
  const negated = scanner.skip("not.");
  if (scanner.skip("in.")) {
    scanner.match(/ *\(/y) ?? scanner.expect("(");
    const values = listOf(scanner, element);
    scanner.expect(")");
    // The client writes an empty list as `in.()`.
    return { kind: "in", negated, path, values: values.join() === "" ? [] : values };
  }
  const operator = scanner.match(/([a-z]+)\./y)?.[1];
  if (operator === undefined || !Object.hasOwn(OPERATORS, operator)) {
    throw new Unexpected("expecting operator (eq, gt, ...)");
  }
  const operand = value(scanner);
  if (operator === "is" && !/^(null|true|false|unknown)$/i.test(operand)) {
    throw new Unexpected("expecting null or trilean value (unknown, true, false)");
  }
  return { kind: "test", negated, path, operator: operator as Operator, value: operand };
}
