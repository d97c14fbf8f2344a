import { quoteName } from "../database/quote-name.ts";
import { ApiError } from "./api-error.ts";
import type { Source, Writing } from "./read-sql.ts";
import type { Routine, Schema } from "./schema.ts";
import { qualified } from "./statement.ts";

/** The arguments of a call as a JSON object: their names, and the sent text. */
export interface Arguments {
  names: string[];
  json: string;
}

/** The function with these arguments. @throws {ApiError} 404 for none, 300 for several. */
export function findRoutine({ routines }: Schema, name: string, { names }: Arguments): Routine {
  const matching = (routines.get(name) ?? []).filter(
    ({ parameters }) =>
      names.every((given) => parameters.some((parameter) => parameter.name === given)) &&
      parameters.every(({ name: taken, isOptional }) => isOptional || names.includes(taken)),
  );
  const [routine] = matching;
  if (routine && matching.length === 1) return routine;
  if (routine) {
    const message = `Could not choose the best candidate function between: ${matching.map(signature).join(", ")}`;
    throw new ApiError(300, "PGRST203", message);
  }
  const given = names.length === 0 ? " without parameters" : `(${names.join(", ")})`;
  const message = `Could not find the function public.${name}${given} in the schema cache`;
  throw new ApiError(404, "PGRST202", message);
}

const signature = ({ name, parameters }: Routine) =>
  `public.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(", ")})`;

/** The rows that a call returns; a value without columns becomes a column `value`. */
export function callSource(
  routine: Routine,
  { names, json }: Arguments,
  { statement }: Writing,
): Source {
  const given = routine.parameters.filter(({ name }) => names.includes(name));
  const passed = given
    .map(({ name }) => `${quoteName(name)} => given.${quoteName(name)}`)
    .join(", ");
  const types = given.map(({ name, type }) => `${quoteName(name)} ${type}`).join(", ");
  const alias = statement.alias();
  const columns = routine.returns === "rows" ? "" : "(value)";
  const result = `${qualified(routine.name)}(${passed}) as ${alias}${columns}`;
  const from =
    given.length === 0
      ? result
      : `json_to_record(${statement.value(json)}::text::json) as given(${types}), lateral ${result}`;
  return { relation: routine.relation, from, alias };
}
