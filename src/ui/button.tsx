import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: "primary" | "secondary" | "quiet" | "danger";
  /** Whether the action is running: the button keeps its size, shows the state and is disabled. */
  pending?: boolean;
  /** A decorative icon before the text. */
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button of the application; `type="button"` by default. */
export function Button({
  look = "secondary",
  pending = false,
  icon,
  children,
  className = "",
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={`${BUTTON} ${looks[look]} ${className}`}
    >
      {pending ? (
        <span className="spinner size-4 border-current! border-t-transparent!" aria-hidden="true" />
      ) : (
        icon
      )}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> {
  /** The accessible name and tooltip. */
  label: string;
  icon: LucideIcon;
  ref?: Ref<HTMLButtonElement>;
}

/** A square button that shows an icon instead of its label. */
export function IconButton(props: IconButtonProps) {
  const { label, icon: Icon, className = "", ...rest } = props;
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={`${ICON_BUTTON} ${className}`}
    >
      <Icon />
    </button>
  );
}

/** The classes of a button, for links styled as one. */
export function buttonClass(look: NonNullable<ButtonProps["look"]> = "secondary"): string {
  return `${BUTTON} ${looks[look]}`;
}

const BUTTON =
  "inline-flex min-h-10 items-center justify-center gap-2 rounded border px-4 text-note font-semibold no-underline transition-colors disabled:cursor-default disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0";

const looks = {
  primary:
    "border-accent bg-accent text-on-accent hover:not-disabled:border-ink hover:not-disabled:bg-ink hover:not-disabled:text-ground",
  secondary: "border-line-strong bg-surface text-ink hover:not-disabled:border-accent",
  quiet: "border-transparent text-soft hover:not-disabled:bg-raised hover:not-disabled:text-ink",
  danger: "border-line-strong bg-surface text-bad hover:not-disabled:border-bad",
} as const;

const ICON_BUTTON =
  "inline-grid size-10 shrink-0 place-items-center rounded text-soft transition-colors hover:not-disabled:bg-raised hover:not-disabled:text-ink disabled:cursor-default disabled:opacity-50 [&_svg]:size-[1.125rem]";
