import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import { become, type Tx, userIds } from "../support/databases/personas.ts";

const upload = (bucket: string, name: string) => (tx: Tx) =>
  tx`insert into storage.objects (bucket_id, name) values (${bucket}, ${name})`;

describeDatabase("Storage", (suite) => {
  it("storage has a public bucket for pictures and a private one for files", async () => {
    const buckets = await suite.sql`
      select id, name, public, file_size_limit, allowed_mime_types from storage.buckets order by id`;
    expect(buckets).toEqual([
      {
        id: "profile-pictures",
        name: "profile-pictures",
        public: true,
        file_size_limit: 5_242_880,
        allowed_mime_types: [
          "image/png",
          "image/jpeg",
          "image/webp",
          "image/avif",
          "image/gif",
          "application/pdf",
        ],
      },
      {
        id: "workspace-files",
        name: "workspace-files",
        public: false,
        file_size_limit: 5_368_709_120,
        allowed_mime_types: null,
      },
    ]);
  });

  it.each([
    [`${userIds.workspace}/root/1-a.pdf`, null],
    [`${userIds.workspace}/${userIds.stranger}/1-a.pdf`, null],
    [`${userIds.stranger}/root/1-a.pdf`, sqlstate.denied],
    [`x/${userIds.workspace}/1-a.pdf`, sqlstate.denied],
    [`/${userIds.workspace}/1-a.pdf`, sqlstate.denied],
    [`${userIds.workspace}`, sqlstate.denied],
    [`${userIds.workspace}x/1-a.pdf`, sqlstate.denied],
    [`${userIds.workspace.toUpperCase()}/1-a.pdf`, sqlstate.denied],
    ["1-a.pdf", sqlstate.denied],
  ])("storage answers the workspace user's upload to %s with: %s", async (name, expected) => {
    const code = await suite.as("workspace user", (tx) =>
      codeOf(tx, upload("workspace-files", name)),
    );
    expect(code).toBe(expected);
  });

  it.each([
    ["to another user's folder", { name: `${userIds.stranger}/root/1-a.pdf` }],
    ["to the public bucket", { bucket_id: "profile-pictures" }],
  ])("storage does not let the workspace user move a file %s", async (_, change) => {
    const code = await suite.as("workspace user", async (tx) => {
      await upload("workspace-files", `${userIds.workspace}/root/1-a.pdf`)(tx);
      return codeOf(tx, (inner) => inner`update storage.objects set ${inner(change)}`);
    });
    expect(code).toBe(sqlstate.denied);
  });

  it("storage lets nobody upload to a bucket added later", async () => {
    const codes = await suite.trial(async (tx) => {
      await tx`insert into storage.buckets (id, name, public) values ('later', 'later', true)`;
      const tries: (string | null)[] = [];
      for (const persona of ["anonymous", "workspace user", "owner"] as const) {
        await become(tx, persona);
        tries.push(await codeOf(tx, upload("later", `${userIds.workspace}/x`)));
      }
      return tries;
    });
    expect(codes).toEqual([sqlstate.denied, sqlstate.denied, sqlstate.denied]);
  });

  it("storage lists the pictures that no project has had for a week, for the owner only", async () => {
    await suite.trial(async (tx) => {
      const keys = ["old", "new", "shown", "once", "trashed", "hero"].map(
        (id) => `projects/${id}-1600x900-avif-800.webp`,
      );
      for (const name of [...keys, "projects/other.png", "public/1.png"]) {
        await tx`insert into storage.objects (bucket_id, name, created_at)
          values ('profile-pictures', ${name},
            now() - ${name.includes("new") ? "6 days" : "8 days"}::interval)`;
      }
      const address = (id: string) =>
        `/storage/v1/object/public/profile-pictures/projects/${id}-1600x900-avif-800.webp`;
      await tx`insert into projects (name, live_link, image_url) values
        ('shown', 'https://a.example', ${address("once")}), ('b', 'https://b.example', ${address("trashed")})`;
      await tx`update projects set image_url = ${address("shown")} where name = 'shown'`;
      await tx`delete from projects where name = 'b'`;
      await tx`insert into personal_info (key, value) values ('heroPicture', ${address("hero")})`;
      const unused = async () =>
        (await tx<{ name: string }[]>`select list_unused_pictures() as name`).map(
          ({ name }) => name,
        );
      await become(tx, "workspace user");
      expect(await unused()).toEqual([]);
      await become(tx, "owner");
      expect(await unused()).toEqual([keys[0]]);
      await tx`select purge_deleted_content('projects', entry_id) from deleted_content
        where entry ->> 'name' = 'b'`;
      expect(await unused()).toEqual([keys[0], keys[4]]);
    });
  });

  it("storage lets nobody create, change or delete buckets", async () => {
    for (const persona of ["anonymous", "signed in, no role", "workspace user", "owner"] as const) {
      const touched = await suite.as(persona, async (tx) => {
        const codes: (string | null)[] = [];
        for (const statement of [
          "insert into storage.buckets (id, name) values ('x', 'x')",
          "update storage.buckets set public = true",
          "delete from storage.buckets",
        ]) {
          codes.push(
            await codeOf(tx, async (inner) => {
              const { count } = await inner.unsafe(statement);
              if (count === 0) throw Object.assign(new Error("no row"), { code: sqlstate.denied });
            }),
          );
        }
        return new Set(codes);
      });
      expect(touched, persona).toEqual(new Set([sqlstate.denied]));
    }
  });
});
