import { createEntryApi } from "../entries/entry-api.ts";

export const experienceApi = createEntryApi("experience");
