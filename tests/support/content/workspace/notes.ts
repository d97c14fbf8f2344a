import type { BuiltSite } from "../../sites/built-site.ts";

/** Adds many notes, for screenshots. */
export async function fillNotes({ sql }: BuiltSite, userId: string): Promise<void> {
  await sql`insert into workspace_notes ${sql(
    notes.map(([title, color, content, more], index) => ({
      user_id: userId,
      title,
      color,
      content,
      is_pinned: more?.is_pinned ?? false,
      labels: more?.labels ?? [],
      remind_at: more?.remind_at ?? null,
      updated_at: new Date(Date.now() - index * 3_600_000),
    })),
  )}`;
}

type Row = [
  title: string,
  color: string,
  content: string,
  more?: { is_pinned?: true; labels?: string[]; remind_at?: string },
];

const notes: Row[] = [
  [
    "Before the boat goes back in",
    "#1d3a3a",
    checklist(["Anodes", true], ["Stern gland", true], ["Antifouling, second coat", false]),
    { is_pinned: true, labels: ["Boat"] },
  ],
  [
    "Talk in Rijeka",
    "#1e3045",
    "<h3>Opening</h3><p>Why <strong>small tools</strong> last longer than big ones.</p><ol><li><p>The shed</p></li><li><p>The workshop</p></li></ol><blockquote><p>Make it work, then make it small.</p></blockquote>",
    { is_pinned: true, labels: ["Talks", "Rijeka"], remind_at: "2027-03-02T07:30:00Z" },
  ],
  [
    "Berth planner",
    "#1F2937",
    '<p>Jovana wants the <mark>tide window</mark> beside each berth, not in a dialog.</p><p>See <a href="https://example.com/berths">the drawing</a>.</p>',
  ],
  [
    "Untitled Note",
    "#483c1f",
    "<p>Call the harbour office before Friday.</p>",
    { labels: ["Boat"], remind_at: "2027-01-08T08:00:00Z" },
  ],
  [
    "Bread",
    "#472d1e",
    "<p>400 g flour, 260 g water, 8 g salt, 2 g yeast. Fold every thirty minutes, four times. Overnight in the fridge.</p>",
  ],
  [
    "To read",
    "#362644",
    "<ul><li><p>The Design of Everyday Things</p></li><li><p>A Pattern Language</p></li><li><p>Seeing Like a State</p></li></ul>",
  ],
  ["Wi-Fi of the workshop", "#223b2b", "<p><code>slipway-guest</code></p>"],
  ["Presents", "#442336", checklist(["Marta: the blue scarf", false], ["Luka: a headlamp", true])],
];

function checklist(...items: [text: string, checked: boolean][]): string {
  const lines = items.map(([text, checked]) => `<li data-checked="${checked}"><p>${text}</p></li>`);
  return `<ul data-type="checklist">${lines.join("")}</ul>`;
}
