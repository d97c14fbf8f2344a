import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromLinkedIn } from "../../src/admin/import/linkedin.ts";
import { fromResume } from "../../src/content/cv/from-resume.ts";
import {
  fieldsOfSchema,
  followFields,
  type GivenField,
  LINKEDIN_COLUMNS,
  linkedInWith,
  resumeWith,
} from "../support/content/field-fates.ts";

const schema = JSON.parse(readFileSync("node_modules/@jsonresume/schema/schema.json", "utf8"));

/** Fields about the file instead of the person. */
const OF_THE_FILE = /^(\$schema|meta\.)/;
const resumeFields = fieldsOfSchema(schema).filter((field) => !OF_THE_FILE.test(field));

const linkedInFields = Object.entries(LINKEDIN_COLUMNS).flatMap(([file, columns]) =>
  columns.split(",").map((column) => `${file}.${column}`),
);

describe("JSON Resume", () => {
  it("JSON Resume comes back from /resume.json in the same fields, except what is private", async () => {
    const fields = resumeFields.map((field, index) => given(field, index));
    const fates = await followFields(fromResume(resumeWith(fields)), fields);
    const others = fates.filter(({ fate }) => fate !== "given back");
    expect(others.map(({ field, fate }) => `${field}: ${fate}`)).toEqual([
      "basics.phone: private",
      "basics.url: moved",
      "basics.location.address: private",
      "basics.location.postalCode: private",
    ]);
  });

  it("JSON Resume loses no value of a document of any shape, whatever its keys", async () => {
    await fc.assert(
      fc.asyncProperty(anyDocument(), async (shape) => {
        const fields: GivenField[] = [];
        const file = filled(shape, fields);
        const fates = await followFields(fromResume(file as Record<string, unknown>), fields);
        expect(fates.filter(({ fate }) => fate === "lost")).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("JSON Resume loses no field, whichever fields a file has", async () => {
    const required =
      /^basics\.name|\.(position|institution|title|language)$|^(work|\w+s)\[\]\.(name|keywords\[\])$|profiles\[\]\.url/;
    const anyFields = fc.subarray(
      resumeFields.filter((field) => !required.test(field)),
      { minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(anyFields, anyText(), async (chosen, text) => {
        const names = resumeFields.filter(
          (field) => required.test(field) || chosen.includes(field),
        );
        const fields = names.map((field, index) => given(field, index, text));
        const fates = await followFields(fromResume(resumeWith(fields)), fields);
        expect(fates.filter(({ fate }) => fate === "lost")).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

describe("a LinkedIn export", () => {
  it("a LinkedIn export loses no column silently", async () => {
    await fc.assert(
      fc.asyncProperty(anyText(), async (text) => {
        const fields = linkedInFields.map((field, index) => given(field, index, text));
        const fates = await followFields(fromLinkedIn(linkedInWith(fields)), fields);
        expect(fates.filter(({ fate }) => fate === "lost")).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

/** A unique value of the field's kind. */
function given(field: string, index: number, text = ""): GivenField {
  const key = field.toLowerCase();
  if (key.includes("birth date")) return [field, `m${index}x May 4`];
  if (key.endsWith("date") || / (on|date)$/.test(key)) {
    // The end of a period is after its start.
    return [field, `${2001 + Math.floor(index / 6)}-${String((index % 12) + 1).padStart(2, "0")}`];
  }
  if (/url|image|websites/.test(key)) return [field, `https://m${index}x.example/`];
  if (key.includes("email")) return [field, `m${index}x@mail.example`];
  if (key.includes("twitter")) return [field, `m${index}x`];
  return [field, `m${index}x${text}`];
}

/** Shape of a document, in which `filled` sets values. */
type Shape = "text" | "number" | "date" | "address" | Shape[] | { [key: string]: Shape };

/** A JSON Resume whose lists, entries and values have arbitrary keys and types. */
function anyDocument(): fc.Arbitrary<Shape> {
  const leaf = fc.constantFrom<Shape>("text", "text", "number", "date", "address");
  const nested = fc.oneof(
    { weight: 5, arbitrary: leaf },
    { weight: 2, arbitrary: fc.array(leaf, { maxLength: 3 }) },
    fc.array(fc.dictionary(fc.constantFrom(...KEYS), leaf, { maxKeys: 3 }), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom(...KEYS), leaf, { maxKeys: 3 }),
  );
  const entry = fc.dictionary(fc.constantFrom(...KEYS), nested, { maxKeys: 6 });
  const list = fc.oneof(
    { weight: 4, arbitrary: fc.array(entry, { maxLength: 3 }) },
    fc.array(fc.oneof(leaf, entry), { maxLength: 3 }),
    nested,
  );
  const lists = fc.dictionary(fc.constantFrom(...LISTS), list, { minKeys: 1, maxKeys: 5 });
  return fc
    .record({ basics: entry })
    .chain((file) => lists.map((others) => ({ ...file, ...others })));
}

const LISTS =
  "work volunteer education awards certificates publications skills languages interests references projects experience hobbies certifications profiles talks meta".split(
    " ",
  );

const KEYS =
  "name position title label summary description highlights keywords url website link links email image phone location address city region countryCode country company organization institution studyType area score courses date startDate endDate start end year publisher releaseDate authors awarder issuer language fluency level reference network username profiles roles entity type teamSize x-note".split(
    " ",
  );

/** The document with a unique value in every place, and those values. */
function filled(shape: Shape, fields: GivenField[]): unknown {
  if (Array.isArray(shape)) return shape.map((one) => filled(one, fields));
  if (typeof shape === "object") {
    const entries = Object.entries(shape).map(([key, one]) => [key, filled(one, fields)]);
    return Object.fromEntries(entries);
  }
  const index = fields.length + 1;
  const month = `${1950 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
  const value = {
    text: `m${index}x`,
    number: String(700_000 + index),
    date: month,
    address: `https://m${index}x.example/`,
  }[shape];
  fields.push([shape, value]);
  return shape === "number" ? Number(value) : value;
}

function anyText(): fc.Arbitrary<string> {
  const words = fc.constantFrom("", " & co", " <b>", ' "q"', " Über 東京", " مرحبا", " 👩‍💻");
  return fc.array(words, { maxLength: 2 }).map((all) => all.join(""));
}
