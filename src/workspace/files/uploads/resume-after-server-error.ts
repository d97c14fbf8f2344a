import type { UploadOptions } from "tus-js-client";

/**
 * tus-js-client restarts an upload when the server cannot report its offset, even if only for a
 * moment. A complete upload, whose last response was lost, would then be refused: its path is
 * taken. With this option, server errors are retried like a lost connection.
 */
export const resumeAfterServerError = {
  onAfterResponse(request, response) {
    const status = response.getStatus();
    if (request.getMethod() === "HEAD" && status >= 500) {
      throw new Error(`The upload cannot be continued at the moment (${status}).`);
    }
  },
} satisfies UploadOptions;
