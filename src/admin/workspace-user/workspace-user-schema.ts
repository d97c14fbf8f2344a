import type { z } from "zod";
import { workspaceUserRequest } from "../../../supabase/functions/workspace-user/contract.ts";

const [create, update] = workspaceUserRequest.options;

/** The form of somebody who does not exist yet, and of one who does: only then may the password be blank. */
export const workspaceUserSchema = {
  create: create.omit({ action: true }),
  update: update.omit({ action: true }),
};

/** What the form holds; what is done with it follows from whether there is a user. */
export type WorkspaceUserValues = z.input<typeof workspaceUserSchema.create>;
