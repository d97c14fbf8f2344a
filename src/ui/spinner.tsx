export function Spinner() {
  return (
    <div className="waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      <span className="sr-only">Loading...</span>
    </div>
  );
}
