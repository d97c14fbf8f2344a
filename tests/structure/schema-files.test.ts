import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { splitStatements } from "../../server/database/schema.ts";
import { projectRoot } from "../../server/project-root.ts";

const folder = join(projectRoot, "supabase");
const filesIn = (name: string) =>
  readdirSync(join(folder, name)).filter((file) => file.endsWith(".sql"));
const textOf = (name: string, file: string) => readFileSync(join(folder, name, file), "utf8");

test("the files of supabase/schemas are numbered in the order in which they run", () => {
  const numbers = filesIn("schemas").map((file) => Number(file.slice(0, 2)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test("no function, view, policy or trigger is defined twice in supabase", () => {
  const statements = ["schemas", "system", "migrations"].flatMap((name) =>
    filesIn(name).flatMap((file) => splitStatements(textOf(name, file))),
  );
  const made = statements.flatMap((text) => {
    const [start, kind] =
      /^create (?:or replace )?(function|view|policy|trigger)\b/.exec(text) ?? [];
    if (!start) return [];
    const name =
      kind === "function" || kind === "view"
        ? /^.*?\(.*?\)|^.*?(?= as)/s.exec(text.replace(/ default [^,)]+/g, ""))?.[0]
        : /^.*? on [\w.]+/s.exec(text)?.[0];
    return [name?.replace(/\s+/g, " ").replace("or replace ", "")];
  });
  expect(made.length).toBeGreaterThan(400);
  expect(made.filter((name, index) => made.indexOf(name) !== index)).toEqual([]);
});

test("statements end outside of strings, names, bodies and comments", () => {
  const text = `-- a; comment
create function f() returns text language sql as $$ select 'x;' $$;
comment on table "a;b" is 'it''s; one'; /* a; comment */ select $x$ ; $$ ; $x$;`;
  expect(splitStatements(text)).toEqual([
    "create function f() returns text language sql as $$ select 'x;' $$;",
    `comment on table "a;b" is 'it''s; one';`,
    "select $x$ ; $$ ; $x$;",
  ]);
});
