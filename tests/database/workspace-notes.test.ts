import { expect, it } from "vitest";
import { describeDatabase } from "../support/databases/database-suite.ts";
import { becomeService, userIds } from "../support/databases/personas.ts";

const user_id = userIds.workspace;

describeDatabase("workspace_notes", (suite) => {
  it("workspace_notes starts dark, unpinned, unarchived and at revision 1, regardless of the values sent", async () => {
    const rows = await suite.as(
      "workspace user",
      (tx) => tx`insert into workspace_notes
        ${tx({ user_id, title: "a", revision: 9, updated_at: "2001-01-01" })}
        returning content, color, is_pinned, is_archived, revision, updated_at >= now() as now`,
    );
    const fresh = { content: "", color: "#1F2937", is_pinned: false, is_archived: false };
    expect(rows).toEqual([{ ...fresh, revision: 1, now: true }]);
  });

  it("workspace_notes increments its revision and sets the time with every change", async () => {
    const rows = await suite.as("workspace user", async (tx) => {
      await tx`insert into workspace_notes ${tx({ user_id })}`;
      await tx`update workspace_notes set title = 'a', revision = 40, updated_at = '2001-01-01'`;
      return tx`update workspace_notes set title = 'b' returning revision, updated_at > now() as later`;
    });
    expect(rows).toEqual([{ revision: 3, later: true }]);
  });

  it("workspace_notes keeps the revision set by a restore", async () => {
    const rows = await suite.trial(async (tx) => {
      await becomeService(tx);
      return tx`insert into workspace_notes ${tx({ user_id, revision: 9, updated_at: "2001-01-01" })}
        returning revision, updated_at`;
    });
    expect(rows).toEqual([{ revision: 9, updated_at: "2001-01-01T00:00:00+00:00" }]);
  });

  it("workspace_notes returns the beginning of a text, and whether it is truncated", async () => {
    const rows = await suite.as("workspace user", async (tx) => {
      await tx`insert into workspace_notes ${tx([
        { user_id, title: "1", content: "é".repeat(1500) },
        { user_id, title: "2", content: "é".repeat(1501) },
      ])}`;
      return tx`select char_length(excerpt) as length, is_cut from workspace_notes order by title`;
    });
    expect(rows).toEqual([
      { length: 1500, is_cut: false },
      { length: 1500, is_cut: true },
    ]);
  });

  it.each([
    ["NEEDLE alpha", 1],
    ["& thread", 1],
    ["needle beta", 0],
    ["<p>", 0],
    ["%", 0],
    ["cafe muller", 1],
    ["CAFÉ strasse lodz", 1],
    ["cafè", 1],
    ["miller", 0],
  ])(
    "the database searches long notes for every word, ignoring markup and accents: %j",
    async (words, count) => {
      const text = "nee<b>dle</b> &amp; thread, Café Mu\u0308ller, Straße nach Łódź";
      const found = await suite.as("workspace user", async (tx) => {
        await tx`insert into workspace_notes ${tx([
          { user_id, title: "Alpha", content: `<p>${"filler ".repeat(300)}${text}</p>` },
          { user_id, title: "Alpha", content: `<p>${text}</p>` },
        ])}`;
        return tx`select * from search_long_notes(${words})`;
      });
      expect(found).toHaveLength(count);
    },
  );
});
