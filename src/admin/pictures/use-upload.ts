import { type MutationMeta, useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { messageOf } from "../../lib/errors.ts";
import { NO_PUBLIC_URL, type UploadOptions } from "./public-files.ts";

interface UploadHandlers<Result> {
  onUploaded: (result: Result) => void;
  /** Returns an error's own message, if it has one. */
  explain?: (error: unknown) => string | null;
  meta?: MutationMeta;
}

/** The state and actions of an upload. */
export interface Upload<Input> {
  upload: (input: Input) => void;
  pending: boolean;
  /** Progress from 0 to 1. */
  progress: number;
  /** Message of a failure; empty without one. */
  failure: string;
  cancel: () => void;
  /** Forgets a failure. */
  reset: () => void;
}

/**
 * An upload with progress that can be canceled.
 * @param send sends the request; canceling has no effect afterwards.
 */
export function useUpload<Input, Result>(
  send: (input: Input, options: UploadOptions) => Promise<Result>,
  { onUploaded, explain, meta = {} }: UploadHandlers<Result>,
): Upload<Input> {
  const [progress, setProgress] = useState(0);
  const abort = useRef<AbortController | null>(null);
  const uploading = useMutation({
    mutationFn: (input: Input) => {
      const controller = new AbortController();
      abort.current = controller;
      setProgress(0);
      return send(input, { onProgress: setProgress, signal: controller.signal });
    },
    meta,
    onSuccess: onUploaded,
    onSettled: () => {
      abort.current = null;
    },
  });
  const { error } = uploading;
  const failed = error && !(error instanceof Canceled);
  return {
    upload: uploading.mutate,
    pending: uploading.isPending,
    progress,
    failure: failed ? (explain?.(error) ?? textOf(error)) : "",
    cancel: () => abort.current?.abort(new Canceled()),
    reset: uploading.reset,
  };
}

/** Thrown when the owner cancels, which is not reported. */
class Canceled extends Error {}

function textOf(error: unknown): string {
  const message = messageOf(error);
  return message === NO_PUBLIC_URL ? message : `Failed to upload image: ${message}`;
}
