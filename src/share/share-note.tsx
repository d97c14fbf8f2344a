/** What the workspace user tells the visitors of a link; nothing if empty. */
export function ShareNote({ note }: { note: string }) {
  if (!note) return null;
  return (
    <p
      dir="auto"
      className="max-w-(--measure) whitespace-pre-line text-start [overflow-wrap:anywhere]"
    >
      {note}
    </p>
  );
}
