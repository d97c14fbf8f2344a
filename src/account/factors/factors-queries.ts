import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { Area } from "../../lib/area.ts";
import type { Proof } from "./factors-api.ts";

// Lets the screen paint while supabase-js is loading.
const api = () => import("./factors-api.ts");

/** A code can end sessions, and is recorded in the log. */
const CHANGES = [["factors"], ["sessions"], ["sign_ins"]] as const;

export function factorsQuery(area: Area) {
  return queryOptions({
    queryKey: ["factors"],
    queryFn: async () => (await api()).listFactors(area),
  });
}

export function recoveryCodesQuery(area: Area) {
  return queryOptions({
    queryKey: ["recovery_codes"],
    queryFn: async () => (await api()).countRecoveryCodes(area),
  });
}

export function createCodesMutation(area: Area) {
  return mutationOptions({
    mutationFn: async () => (await api()).createRecoveryCodes(area),
    meta: { changes: [["recovery_codes"]] },
  });
}

export function replaceCodesMutation(area: Area) {
  return mutationOptions({
    mutationFn: async (proof: Proof) => (await api()).replaceRecoveryCodes(area, proof),
    meta: { changes: [["recovery_codes"], ...CHANGES] },
  });
}

export function enrollMutation(area: Area) {
  return mutationOptions({
    mutationFn: async (wanted: { name: string; password: string }) =>
      (await api()).enrollFactor(area, wanted),
  });
}

export function abandonMutation(area: Area) {
  return mutationOptions({
    mutationFn: async (id: string) => (await api()).abandonEnrollment(area, id),
  });
}

export function verifyCodeMutation(area: Area) {
  return mutationOptions({
    mutationFn: async (proof: Proof) => (await api()).verifyCode(area, proof),
    meta: { changes: CHANGES },
  });
}

export function removeFactorMutation(area: Area) {
  return mutationOptions({
    mutationFn: async ({ id, proof }: { id: string; proof: Proof }) =>
      (await api()).removeFactor(area, id, proof),
    meta: { changes: CHANGES },
  });
}
