import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { chooseRequestId, REQUEST_ID_HEADER, withRequestId } from "./request-id.ts";
import { routeGroup } from "./route-group.ts";

/** A request whose response has been sent, or whose client has disconnected. */
export interface FinishedRequest {
  id: string;
  method: string;
  route: string;
  /** 499 when the client disconnected before the response, as nginx logs it. */
  status: number;
  milliseconds: number;
  /** Bytes written to the connection, including headers. */
  bytes: number;
}

export type RequestObserver = (request: FinishedRequest) => void;

const CLIENT_CLOSED_REQUEST = 499;

/** Gives each request an id, for response and log, and notifies observers at its end. */
export function observeRequests(
  listener: RequestListener,
  { trustProxy, observers }: { trustProxy: boolean; observers: readonly RequestObserver[] },
): RequestListener {
  return (request, response) => {
    const id = chooseRequestId(request.headers[REQUEST_ID_HEADER], trustProxy);
    response.setHeader(REQUEST_ID_HEADER, id);
    if (observers.length > 0) observe(id, request, response, observers);
    withRequestId(id, () => listener(request, response));
  };
}

function observe(
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
  observers: readonly RequestObserver[],
): void {
  const started = performance.now();
  const { socket } = request;
  const before = socket.bytesWritten;
  response.once("close", () => {
    const finished: FinishedRequest = {
      id,
      method: request.method ?? "",
      route: routeGroup(request.url ?? ""),
      status: response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST,
      milliseconds: performance.now() - started,
      bytes: socket.bytesWritten - before,
    };
    for (const notify of observers) notify(finished);
  });
}
