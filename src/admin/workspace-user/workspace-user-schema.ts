import type { z } from "zod";
import { workspaceUserRequest } from "../../../supabase/functions/workspace-user/contract.ts";

const [create, update] = workspaceUserRequest.options;

/** Schemas for creating and for updating the user: only an update may leave the password blank. */
export const workspaceUserSchema = {
  create: create.omit({ action: true }),
  update: update.omit({ action: true }),
};

/** The form values; whether they create or update follows from whether a user exists. */
export type WorkspaceUserValues = z.input<typeof workspaceUserSchema.create>;
