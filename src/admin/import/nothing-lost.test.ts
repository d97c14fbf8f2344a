import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromResume } from "../../content/cv/from-resume.ts";
import type { Portfolio } from "../../content/portfolio.ts";
import { renderCv, renderPage, renderResume } from "../../landing/prerender.tsx";
import {
  fieldsOfSchema,
  followFields,
  type GivenField,
  LINKEDIN_COLUMNS,
  linkedInWith,
  resumeWith,
} from "./field-fates.fixture.ts";
import { fromLinkedIn } from "./linkedin.ts";

const schema = JSON.parse(readFileSync("node_modules/@jsonresume/schema/schema.json", "utf8"));

/** About the file instead of the person. */
const OF_THE_FILE = /^(\$schema|meta\.)/;
const resumeFields = fieldsOfSchema(schema).filter((field) => !OF_THE_FILE.test(field));

const linkedInFields = Object.entries(LINKEDIN_COLUMNS).flatMap(([file, columns]) =>
  columns.split(",").map((column) => `${file}.${column}`),
);

describe("JSON Resume", () => {
  it("comes back from /resume.json in the same fields, except what is private", async () => {
    const fields = resumeFields.map((field, index) => given(field, index));
    const fates = await followFields(fromResume(resumeWith(fields)), fields, publish);
    const others = fates.filter(({ fate }) => fate !== "given back");
    expect(others.map(({ field, fate }) => `${field}: ${fate}`)).toEqual([
      "basics.phone: private",
      "basics.url: moved",
      "basics.location.address: private",
      "basics.location.postalCode: private",
    ]);
  });

  it("loses no field, whichever fields a file has", async () => {
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
        const fates = await followFields(fromResume(resumeWith(fields)), fields, publish);
        expect(fates.filter(({ fate }) => fate === "lost")).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

describe("a LinkedIn export", () => {
  it("loses no column silently", async () => {
    await fc.assert(
      fc.asyncProperty(anyText(), async (text) => {
        const fields = linkedInFields.map((field, index) => given(field, index, text));
        const fates = await followFields(fromLinkedIn(linkedInWith(fields)), fields, publish);
        expect(fates.filter(({ fate }) => fate === "lost")).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

function publish(portfolio: Portfolio) {
  const config = {
    supabaseUrl: "https://site.example",
    publishableKey: "key",
    publicUrl: "https://site.example",
    embedded: true,
  };
  const assets = {
    ...{ bootScript: "", css: "", otherMediaCss: "", landingEntry: "" },
    ...{ appModules: [], appCss: [] },
  };
  const now = new Date("2026-11-22T12:00:00Z");
  const page = renderPage({ portfolio, config, assets, now }).html;
  return {
    html: `${page}${renderCv({ portfolio, config }).html}`,
    resume: JSON.parse(renderResume({ portfolio, config })),
  };
}

/** A value of the field's kind that no other field has. */
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

function anyText(): fc.Arbitrary<string> {
  const words = fc.constantFrom("", " & co", " <b>", ' "q"', " Über 東京", " مرحبا", " 👩‍💻");
  return fc.array(words, { maxLength: 2 }).map((all) => all.join(""));
}
