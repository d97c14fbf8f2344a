import { request } from "node:http";

export interface RawResponse {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  /** Body as transferred, compressed or not. */
  body: Buffer;
}

/** A request on a new connection, without fetch's own headers, path normalization and decoding. */
export function rawRequest(
  url: URL,
  headers: Record<string, string>,
  method = "GET",
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers, method, agent: false });
    call.on("error", reject);
    call.on("response", async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const { statusCode: status = 0, headers: received } = response;
      resolve({ status, headers: received, body: Buffer.concat(chunks) });
    });
    call.end();
  });
}
