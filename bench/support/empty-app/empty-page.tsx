/** A screen of one heading. */
export function EmptyPage() {
  return <h1>Empty</h1>;
}
