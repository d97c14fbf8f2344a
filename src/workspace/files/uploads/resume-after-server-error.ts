import type { UploadOptions } from "tus-js-client";

/**
 * tus-js-client starts an upload anew when the server cannot say how much it has, even if that is
 * only for a moment. A complete upload, whose last response was lost, would then be refused: its
 * path is taken. With this option, server errors are retried like a lost connection.
 */
export const resumeAfterServerError = {
  onAfterResponse(request, response) {
    const status = response.getStatus();
    if (request.getMethod() === "HEAD" && status >= 500) {
      throw new Error(`The upload cannot be continued at the moment (${status}).`);
    }
  },
} satisfies UploadOptions;
