import { answering, type Fault, trigger } from "../fault.ts";

/**
 * Replaces texts in the definitions of functions or views, which must contain them; removal
 * restores the definitions.
 */
const altering = (...changes: [name: string, from: string, to: string][]) => ({
  plant: `
    create table history.altered (definition text not null);
    do $plant$
    declare
      definition text;
      altered text;
    begin
      ${changes
        .map(
          ([name, from, to]) => `
      definition := ${definitionOf(name)};
      altered := replace(definition, $from$${from}$from$, $to$${to}$to$);
      assert altered <> definition, 'The text to alter in ${name} is missing.';
      insert into history.altered values (definition);
      execute altered;`,
        )
        .join("")}
    end $plant$;`,
  // Undone in reverse order, in case a definition was altered twice.
  remove: `
    do $$ declare one text; begin
      for one in select definition from history.altered order by ctid desc loop execute one; end loop;
    end $$;
    drop table history.altered;`,
});

const definitionOf = (name: string) =>
  name === STORED_PATHS
    ? `'create or replace view ${name} as ' || pg_get_viewdef('${name}')`
    : `pg_get_functiondef('${name}'::regproc)`;

const STORED_PATHS = "private.stored_paths";

/**
 * A script that intercepts small uploads.
 * @param body has `send()` and the `bytes`.
 */
const sendingBytes = (body: string) => `{
  const { open, send: sendNow } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (method, url, ...rest) {
    this.isUpload = String(url).includes("/object/workspace-files/");
    return open.call(this, method, url, ...rest);
  };
  XMLHttpRequest.prototype.send = function (bytes) {
    const send = (some) => sendNow.call(this, some);
    if (!this.isUpload) return send(bytes);
    ${body}
  };
}`;

const revoking = altering(
  [
    "private.revoke_share",
    "delete from private.share_links as links where links.id = link",
    `insert into history.revoked select links.id from private.share_links as links
      where links.id = link`,
  ],
  [
    "private.list_shares",
    "where links.user_id = auth.uid()",
    "where links.user_id = auth.uid() and links.id not in (select id from history.revoked)",
  ],
);

export const DRIVE_FAULTS: readonly Fault[] = [
  {
    name: "row-without-bytes",
    what: "every third content is not stored although its upload is answered",
    ...trigger(
      "storage.objects",
      "after insert",
      `if new.bucket_id = 'workspace-files' and nextval('history.fault_count') % 3 = 0 then
        delete from storage.objects where id = new.id;
      end if;
      return null;`,
      true,
    ),
  },
  {
    name: "truncated-upload",
    what: "an upload stores half of its bytes",
    script: sendingBytes("return send(bytes.slice(0, bytes.size / 2, bytes.type));"),
  },
  {
    name: "early-entry",
    what: "an upload is called complete before its bytes are sent",
    script: sendingBytes(`
      Object.defineProperty(this, "status", { get: () => 200 });
      this.dispatchEvent(new ProgressEvent("load"));
      setTimeout(() => send(bytes), 500);`),
  },
  {
    name: "forgotten-version",
    what: "a replaced content is not kept as a version",
    ...trigger("file_versions", "before insert", "return null;"),
  },
  {
    name: "uncounted-versions",
    what: "the quota does not count versions",
    ...altering(
      [
        "private.drive_used",
        "where starts_with(stored.name, drive_used.owner::text || '/')",
        `where starts_with(stored.name, drive_used.owner::text || '/')
          and stored.name not in (select storage_object_path from public.file_versions)`,
      ],
      ["private.drive_used", "where versions.user_id = drive_used.owner", "where false"],
    ),
  },
  {
    name: "greedy-sweep",
    what: "the sweep deletes the bytes of versions",
    ...altering([STORED_PATHS, "FROM file_versions", "FROM file_versions WHERE false"]),
  },
  {
    name: "idle-sweep",
    what: "bytes that no file names are not deleted",
    ...trigger(
      "storage.objects",
      "before delete",
      "if old.bucket_id = 'workspace-files' then return null; end if; return old;",
    ),
  },
  {
    name: "shared-trash",
    what: "a link opens what is in the trash",
    ...altering(["private.is_share_open", "bool_and(above.trashed_at is null)", "bool_or(true)"]),
  },
  {
    name: "lasting-link",
    what: "a revoked link leaves the list, but still opens",
    plant: `create table history.revoked (id uuid); ${revoking.plant}`,
    remove: `${revoking.remove} drop table history.revoked;`,
  },
  {
    name: "wide-link",
    what: "a link gives addresses of files outside its folder",
    ...altering([
      "private.share_paths",
      "bool_or(above.id = link.file_id) and bool_and(above.trashed_at is null)",
      "bool_or(true)",
    ]),
  },
  {
    name: "blind-save",
    what: "a text is saved without naming the content it started from",
    script: answering(`
      const isSave = init.method === "PATCH" && url.includes("/workspace_files");
      return send(isSave ? url.replace(/&storage_object_path=eq\\.[^&]+/, "") : input, init);`),
  },
];
