import { CONFIG_ID } from "../../shared/site-config.ts";
import { answering, type Fault, trigger } from "./fault.ts";
import { PARTS } from "./parts.ts";

/** Faults in notes and tasks. */
const FAULTS_OF_TEXT: readonly Fault[] = [
  {
    name: "dropped-text",
    what: "every third change of a text is answered, but not stored",
    ...trigger(
      "workspace_notes",
      "after update",
      `if new.content <> old.content and pg_trigger_depth() = 1
          and nextval('history.fault_count') % 3 = 0 then
        update public.workspace_notes set content = old.content where id = new.id;
      end if;
      return null;`,
      true,
    ),
  },
  {
    name: "early-acknowledgement",
    what: "the server answers before the commit is in the log",
    settings: { synchronous_commit: "off", wal_writer_delay: "10s" },
  },
  {
    name: "forgetful-outbox",
    what: "the outbox stores no drafts on the device",
    script: `{
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...values) {
        if (this.transaction.db.name !== "foyer-workspace-drafts") return put.apply(this, values);
        return this.get("nothing");
      };
    }`,
  },
  {
    name: "last-writer",
    what: "a save does not name the revision it started from",
    script: answering(`
      const isSave = init.method === "PATCH" && url.includes("/workspace_notes");
      return send(isSave ? url.replace(/&revision=eq\\.\\d+/, "") : input, init);`),
  },
  {
    name: "new-id-on-retry",
    what: "a repeated insert has another id",
    script: answering(`
      if (init.method !== "POST" || !url.includes("/workspace_notes")) return send(input, init);
      const row = JSON.parse(init.body);
      const key = "sent " + row.id;
      if (localStorage.getItem(key)) row.id = crypto.randomUUID();
      localStorage.setItem(key, "yes");
      return send(input, { ...init, body: JSON.stringify(row) });`),
  },
  {
    name: "position-collision",
    what: "a new task gets the position of the last one",
    ...trigger(
      "workspace_tasks",
      "before insert",
      `new."order" := greatest(new."order" - 1, 0); return new;`,
    ),
  },
  {
    name: "move-without-others",
    what: "a move leaves the positions of the tasks below it",
    ...trigger(
      "workspace_tasks",
      "before update",
      `if new.status = old.status and new."order" = old."order" + 1 then return null; end if;
      return new;`,
    ),
  },
  {
    name: "forgetful-queue",
    what: "the changes of the board are not stored on the device",
    script: `{
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...values) {
        if (this.transaction.db.name !== "foyer-workspace-changes") return put.apply(this, values);
        return this.get("nothing");
      };
    }`,
  },
  {
    name: "task-added-again",
    what: "a new task that is sent again has another id",
    script: answering(`
      const body = url.includes("/rpc/change_tasks") ? JSON.parse(init.body) : null;
      if (body?.change.kind !== "add") return send(input, init);
      const key = "sent " + body.change_id;
      if (localStorage.getItem(key)) body.change_id = body.change.task.id = crypto.randomUUID();
      localStorage.setItem(key, "yes");
      return send(input, { ...init, body: JSON.stringify(body) });`),
  },
  {
    name: "board-acknowledged-early",
    what: "every third change of the board is answered, but not stored",
    script: answering(`
      if (!url.includes("/rpc/change_tasks")) return send(input, init);
      window.boardChanges = (window.boardChanges ?? 0) + 1;
      if (window.boardChanges % 3 > 0) return send(input, init);
      return new Response("true", { headers: { "content-type": "application/json" } });`),
  },
  {
    name: "returning-note",
    what: "a deleted note comes back with the next change of another",
    ...trigger(
      "workspace_notes",
      "after update",
      `with back as (
        delete from public.trashed_notes where id = (
          select id from public.trashed_notes order by trashed_at limit 1) returning *)
      insert into public.workspace_notes
        (id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision)
      select id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision + 1
      from back;
      return null;`,
    ),
  },
  {
    name: "stale-after-reconnect",
    what: "after a failed request the changes are answered from a copy of earlier ones",
    script: answering(`
      const isRead = url.includes("/rpc/note_changes");
      if (isRead && window.wasCut && window.copy) return window.copy.clone();
      try {
        const answer = await send(input, init);
        if (isRead && answer.ok) window.copy = answer.clone();
        return answer;
      } catch (error) {
        window.wasCut = true;
        throw error;
      }`),
  },
  {
    name: "older-revision",
    what: "every second list has the first known text of each note under its latest number",
    script: answering(`
      const answer = await send(input, init);
      const isList = url.includes("/workspace_notes") && url.includes("change_number");
      const isRead = (isList && (init.method ?? "GET") === "GET") || url.includes("/rpc/note_changes");
      if (!isRead || !answer.ok) return answer;
      const body = await answer.clone().json();
      window.lists = (window.lists ?? 0) + 1;
      const known = (window.knownTexts ??= {});
      for (const row of (body.changes ?? body).filter((row) => !row.is_deleted)) {
        known[row.id] ??= { title: row.title, excerpt: row.excerpt };
        if (window.lists % 2 === 0) Object.assign(row, known[row.id]);
      }
      return new Response(JSON.stringify(body), answer);`),
  },
  {
    name: "eviction-wins",
    what: "a device whose storage was evicted stores its empty copy of a note",
    script: `void (async () => {
      const wasHere = localStorage.getItem("was here");
      localStorage.setItem("was here", "yes");
      if (!wasHere) return;
      const known = await indexedDB.databases();
      if (known.some(({ name }) => name === "foyer-workspace-drafts")) return;
      addEventListener("load", async () => {
        const { access_token, user } = JSON.parse(localStorage.getItem("foyer-workspace"));
        const config = JSON.parse(document.getElementById("${CONFIG_ID}").textContent);
        const headers = {
          apikey: config.publishableKey,
          authorization: "Bearer " + access_token,
          "content-type": "application/json",
        };
        const url = "/rest/v1/workspace_notes?user_id=eq." + user.id;
        await fetch(url, { method: "PATCH", headers, body: JSON.stringify({ content: "" }) });
      });
    })();`,
  },
];

export const FAULTS: readonly Fault[] = [
  ...FAULTS_OF_TEXT,
  ...PARTS.flatMap(({ faults }) => faults),
];
