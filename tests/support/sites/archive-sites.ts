import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import fc from "fast-check";
import { listArchivedTables } from "../../../server/archive/tables.ts";
import type { Sql } from "../../../server/database/connect.ts";
import { quoteTable } from "../../../server/database/quote-name.ts";
import type { BlobStore } from "../../../server/storage/blobs/blob-store.ts";
import { userIds } from "../databases/personas.ts";

/** Text that formats and shells treat specially, next to text of any script. */
const text = (maxLength: number) =>
  fc.oneof(
    fc.constantFrom(
      "\\N",
      "\\.",
      "a\tb",
      "line\r\nbreak",
      "\\x41",
      '"quoted"',
      "'; drop table x; --",
      "résumé — 最終.pdf",
      "\u202Efdp.exe",
      "👩‍👩‍👧",
      " ",
      "\u0001\u001b[31m",
    ),
    fc
      .string({ unit: "grapheme", minLength: 1, maxLength })
      .filter((value) => !value.includes("\0")),
  );

const fileName = text(40).filter((name) => name !== "." && name !== "..");

/** A small site with generated rows and files. */
export const anySite = fc.record({
  info: fc.uniqueArray(fc.tuple(text(20), text(200)), { selector: ([key]) => key, maxLength: 4 }),
  skills: fc.array(fc.array(text(30), { maxLength: 4 }), { maxLength: 3 }),
  /** Subject, message, whether read, whether deleted. */
  messages: fc.array(fc.tuple(text(40), text(400), fc.boolean(), fc.boolean()), { maxLength: 4 }),
  visits: fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 5 }),
  /** Title, content, number of later saves, whether deleted. */
  notes: fc.array(fc.tuple(text(30), text(3000), fc.nat(3), fc.boolean()), { maxLength: 5 }),
  tasks: fc.array(fc.tuple(text(40), fc.constantFrom("todo", "inprogress", "done")), {
    maxLength: 4,
  }),
  /** Name, bytes, whether in a folder, whether trashed. */
  files: fc.uniqueArray(
    fc.tuple(
      fileName,
      fc.oneof(fc.constant(new Uint8Array()), fc.uint8Array({ maxLength: 5000 })),
      fc.boolean(),
      fc.boolean(),
    ),
    { selector: ([name]) => name, maxLength: 5 },
  ),
  stranger: fc.boolean(),
  picture: fc.boolean(),
  /** Bytes of an upload without a row. */
  unfinished: fc.option(fc.uint8Array({ minLength: 1, maxLength: 100 })),
});

type SiteContent = typeof anySite extends fc.Arbitrary<infer Content> ? Content : never;

/** A site with data of every kind. */
export const sampleSite: SiteContent = {
  info: [["displayName", "Ada"]],
  skills: [["TypeScript", "SQL"]],
  messages: [
    ["Hello", "A message", false, false],
    ["Thrown away", "Another message", true, true],
  ],
  visits: [0, 3],
  notes: [
    ["A note", "text", 2, false],
    ["Gone", "", 0, true],
  ],
  tasks: [["Do it", "todo"]],
  files: [
    ["empty.txt", new Uint8Array(), false, false],
    ["a.bin", new Uint8Array(3000).fill(7), true, false],
  ],
  stranger: false,
  picture: true,
  unfinished: new Uint8Array([1, 2, 3]),
};

/** A database with its blob store. */
export interface TestSite {
  sql: Sql;
  url: string;
  blobs: BlobStore;
}

/** Fills an empty, migrated database and its store. */
export async function fillSite({ sql, blobs }: TestSite, content: SiteContent): Promise<void> {
  const { owner, workspace, stranger } = userIds;
  await sql.begin(async (tx) => {
    for (const [id, name] of [
      [owner, "owner"],
      [workspace, "workspace"],
      [stranger, "stranger"],
    ] as const) {
      if (name === "stranger" && !content.stranger) continue;
      const email = `${name}@example.test`;
      await tx`insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data)
        values (${id}, 'authenticated', 'authenticated', ${email}, ${PASSWORD_HASH}, now(), ${tx.json({ provider: "email", providers: ["email"] })})`;
      await tx`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
        values (gen_random_uuid(), 'email', ${id}, ${id}, ${tx.json({ sub: id, email, email_verified: true })})`;
      await tx`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${id})`;
    }
    await tx`insert into private.members values (${owner}, 'admin'), (${workspace}, 'workspace')`;
    await tx`insert into public.workspace_users (user_id, email, username)
      values (${workspace}, 'workspace@example.test', 'guest')`;
    for (const [key, value] of content.info) {
      await tx`insert into public.personal_info (key, value) values (${key}, ${value})`;
    }
    for (const [index, names] of content.skills.entries()) {
      const [category] = await tx<{ id: string }[]>`
        insert into public.skill_categories (name) values (${`Category ${index}`}) returning id`;
      for (const name of names) {
        await tx`insert into public.skills (name, category_id) values (${name}, ${category?.id ?? null})`;
      }
      await tx`insert into public.experience (title, organization, skills) values ('x', 'y', ${names})`;
    }
    for (const [subject, message, read, deleted] of content.messages) {
      const [row] = await tx<
        { id: string }[]
      >`insert into public.messages (name, email, subject, message)
        values ('Ada', 'ada@example.test', ${subject}, ${message}) returning id`;
      const id = row?.id ?? null;
      if (read) await tx`update public.messages set is_read = true where id = ${id}`;
      if (deleted) await tx`delete from public.messages where id = ${id}`;
    }
    for (const days of content.visits) {
      await tx`insert into public.visits (created_at) values (now() - make_interval(days => ${days}))`;
    }
    for (const [title, body, saves, deleted] of content.notes) {
      const picture = `<img data-file="00000000-0000-4000-8000-00000000000${saves}" alt="">`;
      const [row] = await tx<
        { id: string }[]
      >`insert into public.workspace_notes (user_id, title, content, labels, remind_at)
        values (${workspace}, ${title}, ${body + picture}, ${["Home", title.trim().slice(0, 20) || "x"]},
          now() + interval '1 day')
        returning id`;
      for (let save = 0; save < saves; save++) {
        await tx`update public.workspace_notes set title = ${title}, is_pinned = not is_pinned where id = ${row?.id ?? null}`;
      }
      if (deleted) await tx`delete from public.workspace_notes where id = ${row?.id ?? null}`;
    }
    for (const [title, status] of content.tasks) {
      await tx`insert into public.workspace_tasks (user_id, title, status) values (${workspace}, ${title}, ${status})`;
    }
    await tx`insert into public.archived_tasks (id, user_id, title, priority, "order", revision)
      values (gen_random_uuid(), ${workspace}, 'Long done', 'low', 0, 1)`;
    await tx`insert into public.spam_senders (email) values ('sender@example.test')`;
    const [folder] = await tx<{ id: string }[]>`
      insert into public.workspace_files (user_id, name, is_folder) values (${workspace}, 'Folder', true) returning id`;
    for (const [name, bytes, inFolder, trashed] of content.files) {
      const path = `${workspace}/root/${randomUUID()}`;
      await storeObject(tx, blobs, "workspace-files", path, bytes);
      await tx`insert into public.workspace_files (user_id, name, parent_id, storage_object_path, size, trashed_at)
        values (${workspace}, ${name}, ${inFolder ? (folder?.id ?? null) : null}, ${path}, ${bytes.byteLength},
          ${trashed ? tx`now()` : null})`;
    }
    for (const [kind, bytes] of Object.entries({ thumbnail: [1, 2], version: [3] })) {
      const path = `${workspace}/root/${kind}`;
      const [file] =
        await tx`select id from public.workspace_files where not is_folder order by name limit 1`;
      if (!file) continue;
      await storeObject(tx, blobs, "workspace-files", path, new Uint8Array(bytes));
      await (kind === "thumbnail"
        ? tx`update public.workspace_files set thumbnail_path = ${path} where id = ${file.id}`
        : tx`insert into public.file_versions (user_id, file_id, storage_object_path, size, created_at)
            values (${workspace}, ${file.id}, ${path}, 1, now() - interval '1 day')`);
    }
    if (content.picture)
      await storeObject(tx, blobs, "profile-pictures", "me.png", Buffer.from("picture"));
    if (content.unfinished) {
      const path = `${workspace}/root/unfinished`;
      await storeObject(tx, blobs, "workspace-files", path, content.unfinished);
      await tx`insert into private.pending_blobs (path, user_id, reserved_size, due_at)
        values (${path}, ${workspace}, 100, now() + interval '1 day')`;
    }
  });
}

/** "correct horse battery", cost 4. */
const PASSWORD_HASH = "$2b$04$ETzIwr.pxDlgXdL87YJ/3u1jSJmitZ1qn2wRalWBWAQUya2loqG46";

async function storeObject(
  tx: Pick<Sql, "unsafe">,
  blobs: BlobStore,
  bucket: string,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const mimetype = bucket === "profile-pictures" ? "image/png" : "application/octet-stream";
  const version = randomUUID();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await blobs.put(version, Readable.from(bytes.byteLength > 0 ? [Buffer.from(bytes)] : []));
  await tx.unsafe(
    `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at)
     values ($1, $2, $3::text::uuid, $3, $4, jsonb_build_object('size', $5::int, 'mimetype', $6::text, 'sha256', $7::text),
       '{"from": "here"}', now() - interval '90 days', now() - interval '30 days')`,
    [bucket, name, userIds.workspace, version, bytes.byteLength, mimetype, sha256],
  );
}

/**
 * Everything that an archive must preserve: the rows in order, and the digest of each file. Values
 * that each site chooses itself are excluded: ids of blobs and visits, and numbers of note changes.
 */
export async function readSite({ sql, blobs }: TestSite): Promise<Record<string, unknown[]>> {
  const state: Record<string, unknown[]> = {};
  for (const { name, order, condition, columns } of await listArchivedTables(sql)) {
    const rows = await sql.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(t) as row from (select * from ${quoteTable(name)} where ${condition}) as t
       order by ${order.join(", ")}`,
    );
    // Each PostgreSQL folds letters by its own Unicode tables.
    const kept = rows.map(({ row: { search_text, ...row } }) => without(row, columns ?? undefined));
    // Databases sort text differently; only notes have an order of their own.
    state[name] = name === "public.workspace_notes" ? kept : kept.sort(byText);
  }
  // This text is folded as well, so only the ids are compared.
  state.search = [...(await sql`select id from private.message_search order by id`)];
  state.hours = [
    ...(await sql`select * from private.visit_hours
      where visits > 0 and hour >= private.visits_kept_since() order by hour`),
  ];
  state.days = [
    ...(await sql`select * from private.analytics_days where total > 0 order by day, metric, subject`),
  ];
  const objects = await sql<{ name: string; version: string }[]>`
    select name, version from storage.objects order by bucket_id, name`;
  const stored = new Set((state["storage.objects"] as { name: string }[]).map(({ name }) => name));
  state.digests = [];
  for (const { name, version } of objects.filter((object) => stored.has(object.name))) {
    state.digests.push([name, await digestOf(blobs, version)]);
  }
  state.digests.sort(byText);
  return state;
}

/**
 * A site's state without values that hosted Auth and Storage choose themselves: times of accounts,
 * ids of identities and objects, and metadata that Storage derives from the bytes.
 */
export function hostedState(state: Record<string, unknown[]>) {
  const {
    "auth.users": users,
    "auth.identities": identities,
    "storage.objects": objects,
    ...rest
  } = state as Record<string, Record<string, unknown>[]>;
  return {
    ...rest,
    users: users?.map(({ id, email, encrypted_password }) => ({ id, email, encrypted_password })),
    identities: identities?.map(({ user_id, provider }) => ({ user_id, provider })).sort(byText),
    // Sorted, because the new ids of objects determine the order in which they were read.
    objects: objects
      ?.map(({ id: _, metadata, ...kept }) => ({
        ...kept,
        size: (metadata as { size: number }).size,
      }))
      .sort(byText),
  };
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

function without(row: Record<string, unknown>, columns: readonly string[] | undefined) {
  const { change_number, ...rest } = row;
  const kept = columns ? columns.map((name) => [name, rest[name]]) : Object.entries(rest);
  // Visits are the only rows with numeric ids.
  return Object.fromEntries(
    kept.filter(([name, value]) => !(name === "id" && typeof value === "number")),
  );
}

async function digestOf(blobs: BlobStore, version: string): Promise<string | null> {
  const bytes = await blobs.get(version);
  if (!bytes) return null;
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
