/**
 * Types that accept `undefined`, which suggests that the key is optional. Since zod 4.6, the key is
 * required.
 */
const ACCEPT_UNDEFINED = new Set(["any", "custom", "undefined", "unknown", "void"]);

/** Methods that make the key optional. */
const ALLOW_ABSENT = new Set([
  "catch",
  "default",
  "exactOptional",
  "nonoptional",
  "nullish",
  "optional",
  "prefault",
]);

/**
 * Rejects `{ key: z.unknown() }` and similar: an object without the key fails to parse. Use
 * `.optional()`, or `.nonoptional()` where the key is required.
 */
export const zodKeyRequired = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      required:
        "z.{{ type }}() requires its key: add .optional(), or .nonoptional() if it must be there.",
    },
  },
  create: (context) => ({
    Property({ value }) {
      const { type, methods } = readChain(value);
      if (type === null || !ACCEPT_UNDEFINED.has(type)) return;
      if (methods.some((method) => ALLOW_ABSENT.has(method))) return;
      context.report({ node: value, messageId: "required", data: { type } });
    },
  }),
};

/** Reads `z.unknown().refine(…)` as the type `unknown` and the methods called on it. */
function readChain(node) {
  const methods = [];
  let call = node;
  while (call.type === "CallExpression" && call.callee.type === "MemberExpression") {
    const { object, property } = call.callee;
    if (object.type === "Identifier" && object.name === "z")
      return { type: property.name, methods };
    methods.push(property.name);
    call = object;
  }
  return { type: null, methods };
}
