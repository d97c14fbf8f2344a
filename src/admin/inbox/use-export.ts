import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../lib/errors.ts";
import { saveBlob } from "../../lib/save-file.ts";
import { csvHead, csvLines } from "./csv.ts";
import type { MessageSet } from "./message-set.ts";
import { readMessages } from "./messages-api.ts";

type ExportState =
  | { status: "idle" }
  | { status: "running"; done: number; total: number }
  | { status: "failed"; message: string };

export type MessageExport = ReturnType<typeof useExport>;

/** Exports messages as CSV, one export at a time. Leaving the screen aborts it. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ status: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** Reads the set page by page and saves it as a file. */
  async function start(set: MessageSet, total: number) {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    let done = 0;
    setState({ status: "running", done, total });
    try {
      const parts = [csvHead];
      for await (const messages of readMessages(set, controller.signal)) {
        parts.push(csvLines(messages));
        done += messages.length;
        setState({ status: "running", done, total: Math.max(total, done) });
      }
      saveBlob(new Blob(parts, { type: "text/csv;charset=utf-8" }), fileName());
      setState({ status: "idle" });
    } catch (error) {
      if (controller.signal.aborted) return;
      setState({ status: "failed", message: messageOf(error) });
    }
  }

  return {
    state,
    start,
    cancel: () => {
      running.current?.abort();
      setState({ status: "idle" });
    },
  };
}

const fileName = () => `messages-${new Date().toISOString().slice(0, 10)}.csv`;
