import { expect, it } from "vitest";
import { codeOf, describeDatabase } from "../support/database-suite.ts";
import { plant } from "../support/drive-rows.ts";
import { become, type Tx, userIds } from "../support/personas.ts";

const user_id = userIds.workspace;

async function reserve(tx: Tx, name: string, size: number, folder: string | null = null) {
  const [row] = await tx<{ path: string }[]>`
    select reserve_upload(${name}, ${size}, ${folder}) as path`;
  return row?.path as string;
}

const usage = async (tx: Tx) => (await tx`select * from drive_usage()`)[0];

const addFile = (tx: Tx, storage_object_path: string, size: number, name = "x") =>
  tx`insert into workspace_files ${tx({ user_id, name, storage_object_path, size })} returning id`;

const quota = (tx: Tx, size: string) => tx`select set_config('foyer.drive_quota', ${size}, true)`;

describeDatabase("Room", (suite) => {
  it("is 10 GB unless the database says otherwise; 5 GB at most for one file", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const [before, code] = [
        await usage(tx),
        await codeOf(tx, (inner) => reserve(inner, "x", 5 * 2 ** 30 + 1)),
      ];
      await quota(tx, "1 TB");
      return { before, code, after: (await usage(tx))?.quota };
    });
    expect(result).toEqual({
      before: { used: 0, quota: 10 * 2 ** 30, file_limit: 5 * 2 ** 30 },
      code: "PT413",
      after: 2 ** 40,
    });
  });

  it("counts files, the trash, and what was announced", async () => {
    const used = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { a: { x: 1000 }, y: 100 });
      await tx`select trash_files(${[ids.a as string]})`;
      await reserve(tx, "z", 10);
      return (await usage(tx))?.used;
    });
    expect(used).toBe(1110);
  });

  it.each<[string, (tx: Tx) => PromiseLike<unknown>]>([
    ["an announced upload", (tx: Tx) => reserve(tx, "y", 901)],
    ["a row nobody announced", (tx: Tx) => addFile(tx, `${user_id}/root/1-y`, 901, "y")],
    ["larger bytes", (tx: Tx) => tx`update workspace_files set size = 1001`],
  ])("is refused to %s when there is none", async (_, attempt) => {
    const failure = await suite.as("workspace user", async (tx) => {
      await plant(tx, { x: 100 });
      await quota(tx, "1000 bytes");
      return tx
        .savepoint(async (inner) => void (await attempt(inner)))
        .catch((error: Error) => error);
    });
    expect(failure).toMatchObject({ code: "PT413", hint: "quota" });
    expect((failure as Error).message).toMatch(
      /^There is no room for this file: .* free of 1000 bytes\.$/,
    );
  });

  it("is not asked for twice by a file that was announced, nor by folders and trashing", async () => {
    const code = await suite.as("workspace user", async (tx) => {
      await quota(tx, "1000 bytes");
      const path = await reserve(tx, "x", 1000);
      return codeOf(tx, async (inner) => {
        const [file] = await addFile(inner, path, 1000);
        await quota(inner, "10 bytes");
        await plant(inner, { folder: {}, empty: 0 });
        await inner`select trash_files(${[file?.id]})`;
      });
    });
    expect(code).toBeNull();
  });

  it("is given once to uploads that ask at the same moment", async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        suite.sql.begin(async (tx) => {
          await become(tx, "workspace user");
          await quota(tx, "1000 bytes");
          await reserve(tx, "x", 400);
        }),
      ),
    );
    await suite.sql`delete from private.blob_removals`;
    expect(attempts.filter((attempt) => attempt.status === "fulfilled")).toHaveLength(2);
  });
});
