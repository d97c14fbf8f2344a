import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { links, longText, pictures, wordLists } from "../support/databases/column-values.ts";
import {
  type ColumnValues,
  codeOf,
  describeDatabase,
  expectColumn,
  sqlstate,
} from "../support/databases/database-suite.ts";
import { type Persona, type Tx, userIds } from "../support/databases/personas.ts";

interface Table {
  /** The persona that writes the rows. */
  writer: Persona;
  /** A minimal valid row. */
  row: Record<string, unknown>;
  /** Values for the row's other columns. */
  defaults?: Record<string, unknown>;
  columns: Record<string, ColumnValues>;
}

/**
 * A text of at most `max` characters; `refused` lists further invalid values, such as null for a
 * required text.
 */
const text = (max: number, ...refused: (string | null)[]): ColumnValues => ({
  refused: [...refused, longText(max + 1)],
  taken: ["x", longText(max), ...(refused.includes(null) ? [] : [null])],
});

const position: ColumnValues = { refused: [], taken: [null, 0, -1, 7] };
const visibility: ColumnValues = {
  refused: [null, "", "Public", "secret"],
  taken: ["public", "draft", "hidden"],
};
const month: ColumnValues = {
  refused: ["2021-03-02", "1899-12-01", "2200-01-01"],
  taken: [null, "1900-01-01", "2021-03-01", "2199-12-01"],
};

const fifty = Array.from({ length: 50 }, (_, index) => `label ${index}`);

const timeline: Omit<Table, "writer"> = {
  row: { title: "a", organization: "b" },
  defaults: {
    ...{ location: null, date_range: null, description: null, skills: null },
    ...{ position: null, visibility: "public", start_month: null, end_month: null },
  },
  columns: {
    title: text(300, null, ""),
    organization: text(300, null, ""),
    organization_link: { refused: links.refused, taken: [...links.taken, null, ""] },
    location: text(300),
    date_range: text(200),
    description: text(20_000),
    skills: wordLists,
    position,
    visibility,
    start_month: month,
    end_month: month,
  },
};

/** A table with a title, a date or a period, and these optional columns. */
function part(...optional: string[]): Table {
  const columns: Record<string, ColumnValues> = {
    organization: text(300),
    organization_link: timeline.columns.organization_link as ColumnValues,
    link: timeline.columns.organization_link as ColumnValues,
    location: text(300),
    number: text(300),
    expires_month: month,
    skills: wordLists,
    end_month: month,
    description: text(20_000),
  };
  const chosen = Object.fromEntries(optional.map((name) => [name, columns[name]]));
  const empty = Object.fromEntries(optional.map((name) => [name, null]));
  const own = { start_month: null, date_range: null, position: null, visibility: "public" };
  return {
    writer: "owner",
    row: { title: "a" },
    defaults: { ...empty, ...own },
    columns: {
      title: text(300, null, ""),
      ...(chosen as Record<string, ColumnValues>),
      start_month: month,
      date_range: text(200),
      position,
      visibility,
    },
  };
}

/** A table without dates. */
function undated(...optional: string[]): Table {
  const { defaults, columns, ...table } = part(...optional);
  const rest = ({ start_month: _start, date_range: _range, ...others }: Record<string, unknown>) =>
    others;
  return { ...table, defaults: rest(defaults ?? {}), columns: rest(columns) as Table["columns"] };
}

function withColumns(
  table: Pick<Table, "row" | "defaults" | "columns">,
  columns: Table["columns"],
): Table {
  const empty = Object.fromEntries(Object.keys(columns).map((name) => [name, null]));
  return {
    ...table,
    writer: "owner",
    defaults: { ...table.defaults, ...empty },
    columns: { ...table.columns, ...columns },
  };
}

const user_id = userIds.workspace;
const path = `${user_id}/root/1-x`;

const tables: Record<string, Table> = {
  personal_info: {
    writer: "owner",
    row: { key: "bio" },
    defaults: { value: null },
    // The limit is in bytes.
    columns: { key: text(100, null, ""), value: text(131_072, "x".repeat(262_145)) },
  },
  experience: withColumns(timeline, { organization_text: text(2000) }),
  education: withColumns(timeline, { area: text(300), grade: text(100) }),
  volunteering: part("organization", "organization_link", "location", "end_month", "description"),
  certificates: part("organization", "link", "number", "expires_month"),
  awards: part("organization", "link", "description"),
  publications: withColumns(part("organization", "link", "description"), { authors: text(2000) }),
  interests: undated("skills"),
  recommendations: undated("organization", "description"),
  languages: {
    writer: "owner",
    row: { title: "French" },
    defaults: { level_text: null, position: null, visibility: "public" },
    columns: { title: text(300, null, ""), level_text: text(100), position, visibility },
  },
  projects: {
    writer: "owner",
    row: { name: "Foyer", live_link: "https://foyer.example" },
    defaults: {
      ...{ description: null, image_url: null, image_alt: null, stack: null, github_link: null },
      ...{ organization: null, roles: null, type: null },
      ...{ start_month: null, end_month: null, date_range: null },
      ...{ position: null, visibility: "public" },
    },
    columns: {
      name: text(300, null, ""),
      description: text(20_000),
      organization: text(300),
      roles: wordLists,
      type: text(100),
      start_month: month,
      end_month: month,
      date_range: text(200),
      stack: wordLists,
      live_link: { refused: [...links.refused, ""], taken: [...links.taken, null] },
      github_link: { refused: links.refused, taken: [...links.taken, null, ""] },
      image_alt: text(300),
      image_url: { refused: pictures.refused, taken: [...pictures.taken, null, ""] },
      position,
      visibility,
    },
  },
  skill_categories: {
    writer: "owner",
    row: { name: "Frontend" },
    defaults: { position: null, visibility: "public" },
    columns: { name: text(200, null, "", "   "), position, visibility },
  },
  skills: {
    writer: "owner",
    row: { name: "Git" },
    defaults: {
      level: 75,
      level_text: null,
      category_id: null,
      icon: null,
      position: null,
      visibility: "public",
    },
    columns: {
      name: text(200, null, ""),
      icon: text(100),
      level: { refused: [-1, 101], taken: [0, 75, 100, null] },
      level_text: text(100),
      position,
      visibility,
    },
  },
  social_links: {
    writer: "owner",
    row: { name: "GitHub", url: "https://github.com/ada" },
    defaults: { display_order: 0, icon_key: null, username: null, visibility: "public" },
    columns: {
      name: text(200, null, ""),
      url: { refused: [...links.refused, null, ""], taken: links.taken },
      icon_key: text(100),
      username: text(200),
      display_order: { refused: [], taken: [null, 0, -1] },
      visibility,
    },
  },
  messages: {
    writer: "anonymous",
    row: { name: "Ada", email: "ada@example.org", subject: "Hello", message: "Hi there" },
    columns: {
      name: text(200, null, ""),
      subject: text(500, null, ""),
      message: text(20_000, null, ""),
      email: {
        refused: [
          ...[null, "", "ada", "@", "ada@", "@example.org", "a@b@c", "a b@example.org"],
          "ada@example.org\nBcc: all@example.org",
          `${"a".repeat(320)}@example.org`,
        ],
        taken: ["a@b", "ada+tag@example.org", "o'hara@xn--bcher-kva.example"],
      },
      spam_reason: {
        refused: ["", "Trap", "sender"],
        taken: [null, "trap", "speed"],
      },
    },
  },
  workspace_users: {
    writer: "owner",
    row: { user_id, email: "w@example.org", username: "wanda" },
    columns: {
      // Sign-in treats an identifier with @ as an email address.
      username: {
        refused: [null, "", " ", "a@b", "@", " wanda", "wanda ", "wanda\n", longText(101)],
        taken: ["w", "wanda", "wanda maximoff", "wánda", longText(100)],
      },
      email: { refused: [null, "", "wanda", "a b@c"], taken: ["wanda@example.org"] },
    },
  },
  workspace_activity_logs: {
    writer: "owner",
    row: { user_id, event_type: "login" },
    columns: {
      event_type: {
        refused: [null, "", "Login", "signup"],
        taken: ["login", "logout", "logout_forced"],
      },
      device_info: text(1000),
    },
  },
  workspace_notes: {
    writer: "workspace user",
    row: { user_id },
    defaults: {
      ...{ content: "", color: "#1F2937", is_pinned: false, is_archived: false },
      ...{ labels: [], remind_at: null },
    },
    columns: {
      title: text(1000, null),
      // The limit is in bytes.
      content: text(524_288, null, "x".repeat(1_048_577)),
      color: { refused: [null, "", "red", "#123", "#1F2937;x"], taken: ["#1F2937", "#442336"] },
      labels: {
        taken: [[], ["Work", "work"], fifty, ["é".repeat(50)], ["to do", "a,b", '"', "{}"]],
        refused: [null, [""], ["a", null], ["a", "a"], [" a"], ["é".repeat(51)], [...fifty, "x"]],
      },
      remind_at: { refused: ["infinity"], taken: [null, "2026-12-24T09:30:00.000Z"] },
    },
  },
  workspace_tasks: {
    writer: "workspace user",
    row: { user_id, title: "x" },
    defaults: {
      ...{ description: null, due_date: null, tags: null },
      ...{ status: "todo", priority: "medium", order: 0 },
      ...{ recurrence: null, recurrence_from: "due", recurrence_zone: null, recurrence_day: null },
      ...{ next_task_id: null, remind_at: null, recurrence_remind_at: null },
    },
    columns: {
      title: text(500, null, ""),
      description: text(20_000),
      status: { refused: [null, "", "doing"], taken: ["todo", "inprogress", "done"] },
      priority: { refused: [null, "", "asap"], taken: ["low", "medium", "high", "urgent"] },
      due_date: { refused: [], taken: [null, "2026-12-24T00:00:00.000Z"] },
      tags: wordLists,
      order: { refused: [null, -2], taken: [0, 7] },
      recurrence: {
        refused: [
          ...["", "DAILY", "FREQ=HOURLY", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=100"],
          ...["FREQ=DAILY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=", "FREQ=WEEKLY;BYDAY=XX"],
          ...["FREQ=MONTHLY;COUNT=0", "FREQ=DAILY\nX", "FREQ=WEEKLY;BYDAY=MO,"],
          ...[
            "FREQ=DAILY;COUNT=100",
            "FREQ=DAILY;UNTIL=20261301",
            "FREQ=DAILY;COUNT=2;UNTIL=20261224",
          ],
          ...["FREQ=MONTHLY;BYDAY=5MO", "FREQ=MONTHLY;BYDAY=MO", "FREQ=YEARLY;BYMONTHDAY=-1"],
          ...["FREQ=MONTHLY;BYMONTHDAY=-2", "FREQ=WEEKLY;BYDAY=1MO", "FREQ=DAILY;UNTIL=2026-12-24"],
        ],
        taken: [
          ...[null, "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2", "FREQ=MONTHLY;INTERVAL=99"],
          ...["FREQ=YEARLY", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "FREQ=WEEKLY;INTERVAL=3;BYDAY=SU"],
          ...[
            "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1SU;UNTIL=20261231",
            "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=99",
          ],
        ],
      },
      recurrence_from: { refused: [null, "", "start"], taken: ["due", "done"] },
      recurrence_zone: {
        refused: ["", "Europe Berlin", "x".repeat(65)],
        taken: [null, "Europe/Berlin", "Etc/GMT+1"],
      },
      recurrence_day: { refused: [0, 32], taken: [null, 1, 31] },
      next_task_id: { refused: [], taken: [null, randomUUID()] },
      recurrence_remind_at: { refused: [], taken: [null, "2026-12-24T09:30:00"] },
      remind_at: { refused: ["infinity"], taken: [null, "2026-12-24T09:30:00.000Z"] },
    },
  },
  workspace_files: {
    writer: "workspace user",
    row: { user_id, name: "x", storage_object_path: path },
    defaults: {
      ...{ is_folder: false, parent_id: null, size: null, mimetype: null },
      ...{ starred_at: null, modified_at: null },
    },
    columns: {
      modified_at: { refused: ["infinity"], taken: [null, "2019-05-04T10:20:30.000Z"] },
      name: {
        refused: [null, "", ".", "..", longText(256)],
        // Linux allows line breaks in names, and macOS itself creates "Icon\r".
        taken: [
          ...["a/b", "a\nb", "Icon\r", "a\u0085b", " x", "...", "100% \"'"],
          ...["😀".repeat(255), longText(255)],
        ],
      },
      mimetype: text(255),
      size: { refused: [-1], taken: [null, 0, 5_000_000_000] },
      storage_object_path: {
        refused: [null, "x", "x/y", `${userIds.stranger}/root/1-x`, `${user_id}/${longText(1024)}`],
        taken: [path],
      },
    },
  },
};

const insert = (tx: Tx, table: string, row: object) =>
  tx`insert into ${tx(table)} ${tx(row as never)} returning *`;

describeDatabase("Columns", (suite) => {
  const readable = Object.entries(tables).filter(([, { writer }]) => writer !== "anonymous");

  it.each(readable)("columns of %s have their defaults", async (table, { writer, ...rest }) => {
    const rows = await suite.as(writer, (tx) => insert(tx, table, rest.row));
    expect(rows).toMatchObject([{ ...rest.row, ...rest.defaults }]);
  });

  it.each(
    Object.entries(tables).flatMap(([table, { columns }]) =>
      Object.entries(columns).map(([column, values]) => [table, column, values] as const),
    ),
  )("columns of %s accept valid values only: %s", async (table, column, values) => {
    const { writer, row } = tables[table] as Table;
    await suite.as(writer, (tx) =>
      expectColumn(
        tx,
        (inner, value) =>
          inner`insert into ${inner(table)} ${inner({ ...row, [column]: value } as never)}`,
        values,
      ),
    );
  });

  it.each(["profilePictureUrl", "cvFile"])("columns accept only URLs of files as the %s", (key) =>
    suite.as("owner", (tx) =>
      expectColumn(
        tx,
        (inner, value) => inner`insert into personal_info values (${key}, ${value as string})`,
        { refused: pictures.refused, taken: [...pictures.taken, "", null] },
      ),
    ),
  );

  it("columns accept only a file or nothing as the offered CV", () =>
    suite.as("owner", (tx) =>
      expectColumn(
        tx,
        (inner, value) =>
          inner`insert into personal_info values ('cvDownload', ${value as string})`,
        { refused: ["yes", "File"], taken: ["file", "", null] },
      ),
    ));

  it("columns refuse a skill category that does not exist", async () => {
    const code = await suite.as("owner", (tx) =>
      codeOf(tx, (inner) => insert(inner, "skills", { name: "x", category_id: randomUUID() })),
    );
    expect(code).toBe(sqlstate.foreignKey);
  });

  it.each([
    ["personal_info", "key", {}],
    ["skill_categories", "name", {}],
    ["workspace_files", "storage_object_path", { name: "y" }],
  ])("columns of %s have a unique %s", async (table, _, other) => {
    const { writer, row } = tables[table] as Table;
    const code = await suite.as(writer, async (tx) => {
      await insert(tx, table, row);
      return codeOf(tx, (inner) => insert(inner, table, { ...row, ...other }));
    });
    expect(code).toBe(sqlstate.unique);
  });

  it.each(["experience", "education", "projects"])(
    "columns of %s have a creation time that only a restore can set, not API callers",
    async (table) => {
      const row = { ...tables[table]?.row, created_at: "2001-01-01" };
      const chosen = await suite.as("owner", async (tx) => {
        await insert(tx, table, row);
        await tx`update ${tx(table)} set created_at = '2002-02-02'`;
        return tx`select created_at between now() and clock_timestamp() as now from ${tx(table)}`;
      });
      expect(chosen).toEqual([{ now: true }]);
      const restored = await suite.trial((tx) => insert(tx, table, row));
      expect(restored).toMatchObject([{ created_at: "2001-01-01T00:00:00+00:00" }]);
    },
  );

  it.each(["workspace_notes", "workspace_tasks", "workspace_files"])(
    "columns of %s cannot give a row to another user",
    async (table) => {
      const code = await suite.as("workspace user", async (tx) => {
        const folder = { user_id, name: "x", is_folder: true };
        await insert(tx, table, table === "workspace_files" ? folder : (tables[table]?.row ?? {}));
        return codeOf(
          tx,
          (inner) => inner`update ${inner(table)} set user_id = ${userIds.stranger}`,
        );
      });
      expect(code).toBe(sqlstate.denied);
    },
  );
});
