import { createEntryApi } from "../entries/entry-api.ts";

export const educationApi = createEntryApi("education");
