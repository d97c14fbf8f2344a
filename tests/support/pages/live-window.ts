import { expect, type Page } from "@playwright/test";

/** A window's live channel, observed through its WebSocket. Create it before the page is opened. */
export class LiveWindow {
  /** Tables announced so far. */
  readonly announced: string[] = [];
  joins = 0;
  /** Number of open WebSockets. */
  open = 0;

  constructor(page: Page) {
    page.on("websocket", (socket) => {
      this.open += 1;
      socket.on("close", () => {
        this.open -= 1;
      });
      socket.on("framereceived", ({ payload }) => {
        const [, , topic, event, content] = JSON.parse(String(payload));
        if (event === "broadcast") this.announced.push(content.payload.table);
        if (event !== "phx_reply" || !topic.startsWith("realtime:")) return;
        if (content.status === "ok" && "postgres_changes" in content.response) this.joins += 1;
      });
    });
  }

  async joined(count = 1): Promise<void> {
    await expect.poll(() => this.joins).toBe(count);
  }
}
