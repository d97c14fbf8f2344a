import { createEntryApi } from "../entries/entry-api.ts";

export const projectsApi = createEntryApi("projects");
