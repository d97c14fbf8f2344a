import { join } from "node:path";
import { ESLint } from "eslint";
import { describe, expect, test } from "vitest";

const RULE = "foyer/zod-key-required";
const eslint = new ESLint({ cwd: join(import.meta.dirname, "../..") });

describe("an object schema's key", () => {
  test.each(["z.unknown()", "z.any()", "z.unknown().refine(Boolean)"])(
    "an object schema's key may not be %s, which fails when the key is absent",
    async (schema) => {
      expect(await violations(schema)).toContain(RULE);
    },
  );

  test.each([
    "z.unknown().optional()",
    "z.any().catch(null)",
    "z.unknown().nonoptional()",
    "z.record(z.string(), z.unknown())",
    "z.array(z.unknown())",
  ])("an object schema's key may be %s", async (schema) => {
    expect(await violations(schema)).not.toContain(RULE);
  });
});

async function violations(schema: string): Promise<(string | null)[]> {
  const text = `import { z } from "zod";\nexport const schema = z.object({ key: ${schema} });\n`;
  const [result] = await eslint.lintText(text, { filePath: "src/lib/planted.ts" });
  return result?.messages.map((message) => message.ruleId) ?? [];
}
