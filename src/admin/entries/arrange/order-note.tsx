import { Button } from "../../../ui/button.tsx";

/** Says that a list is in the owner's order, with the way back to the default one. */
export function OrderNote({ action, onReset }: { action: string; onReset: () => void }) {
  return (
    <p className="ms-auto flex flex-wrap items-center gap-x-3 text-small text-soft">
      In your own order.
      <Button look="quiet" onClick={onReset}>
        {action}
      </Button>
    </p>
  );
}
