/** A screen with a single heading. */
export function EmptyPage() {
  return <h1>Empty</h1>;
}
