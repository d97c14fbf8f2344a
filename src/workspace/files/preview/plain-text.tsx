export function PlainText({ text }: { text: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keys.
      tabIndex={0}
      dir="auto"
      className="min-h-full whitespace-pre-wrap p-5 font-mono text-small [overflow-wrap:anywhere]"
    >
      {text}
    </pre>
  );
}
