import { queryOptions, useMutation } from "@tanstack/react-query";
import type { DeliveryInput } from "../../../supabase/functions/send-notices/contract.ts";
import { pollEvery } from "../../auth/live-areas.ts";
import type { Cause } from "./notices-schema.ts";

// Lets the screen paint while supabase-js is loading.
const api = () => import("./notices-api.ts");

/** Notices are sent while the screen is open. */
const REFRESH_MS = 10_000;

export const noticeStatusQuery = queryOptions({
  queryKey: ["notices", "status"],
  queryFn: async () => (await api()).getNoticeStatus(),
  refetchInterval: pollEvery("admin", REFRESH_MS),
});

export const deliveryQuery = queryOptions({
  queryKey: ["notices", "delivery"],
  queryFn: async ({ signal }) => (await api()).getDelivery(signal),
});

export function useSaveDelivery() {
  return useMutation({
    mutationFn: async (change: { delivery: DeliveryInput | null; password: string }) =>
      (await api()).saveDelivery(change.delivery, change.password),
    meta: { changes: [["notices"]] },
  });
}

export const choicesQuery = queryOptions({
  queryKey: ["notice_choices"],
  queryFn: async () => (await api()).getChoices(),
});

export function useSaveChoice() {
  return useMutation({
    mutationFn: async ({ cause, enabled }: { cause: Cause; enabled: boolean }) =>
      (await api()).saveChoice(cause, enabled),
    meta: { changes: [["notice_choices"]] },
  });
}

export function useSendTest() {
  return useMutation({
    mutationFn: async () => (await api()).sendTestNotice(),
    meta: { changes: [["notices"]] },
  });
}
