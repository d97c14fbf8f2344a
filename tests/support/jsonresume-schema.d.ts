/** The part of @jsonresume/schema that tests use; the package has no declarations. */
declare module "@jsonresume/schema" {
  export function validate(resume: unknown, done: (errors: unknown) => void): void;
}
