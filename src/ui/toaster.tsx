import { Toaster } from "sonner";

/** Where short notices such as "Saved" appear. Its styles come with app.css, not from its script. */
export function AppToaster() {
  return (
    <Toaster
      position="bottom-right"
      containerAriaLabel="Notifications"
      toastOptions={{
        className: "text-note!",
        style: {
          background: "var(--color-raised)",
          color: "var(--color-ink)",
          borderColor: "var(--color-line-strong)",
          fontFamily: "inherit",
          boxShadow: "none",
          borderRadius: "var(--radius)",
        },
      }}
    />
  );
}
