import { serveDeno } from "../_shared/serve-deno.ts";
import { createHandler } from "./handler.ts";

serveDeno(createHandler);
