import {
  type InputHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useRef,
} from "react";

interface FieldProps {
  label: ReactNode;
  /** Shown under the control while there is no error. */
  hint?: ReactNode;
  /** The validation error. */
  error?: string | undefined;
  /** Classes of the whole field, such as a grid span. */
  wrap?: string;
}

/** A labeled one-line input. Accepts a ref and all `<input>` props. */
export function TextField(
  props: FieldProps & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> },
) {
  const { label, hint, error, wrap, ...input } = props;
  return (
    <Field label={label} hint={hint} error={error} wrap={wrap} required={input.required}>
      {(wiring) => <input dir="auto" {...wiring} {...input} className={`${CONTROL} h-10 px-3`} />}
    </Field>
  );
}

export function TextAreaField(
  props: FieldProps &
    TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> },
) {
  const { label, hint, error, wrap, ...area } = props;
  return (
    <Field label={label} hint={hint} error={error} wrap={wrap} required={area.required}>
      {(wiring) => (
        <textarea
          rows={4}
          dir="auto"
          {...wiring}
          {...area}
          className={`${CONTROL} px-3 py-2 leading-normal`}
        />
      )}
    </Field>
  );
}

export function SelectField(
  props: FieldProps & SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> },
) {
  const { label, hint, error, wrap, children, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} wrap={wrap} required={select.required}>
      {(wiring) => (
        <select {...wiring} {...select} className={`${CONTROL} h-10 px-2`}>
          {children}
        </select>
      )}
    </Field>
  );
}

interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  /** The label; without one, the box is in a square that a finger can hit, and has an `aria-label`. */
  children?: ReactNode;
  hint?: string | undefined;
  /** Whether the box stands for several different values. Not with a `ref`. */
  mixed?: boolean;
  /** Classes of the label. */
  wrap?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A checkbox with its label beside it. Accepts a ref and all `<input>` props. */
export function Checkbox(props: CheckboxProps) {
  const { children, hint, mixed = false, className = "", ...input } = props;
  const { wrap = children ? "" : "size-10 shrink-0", ...attributes } = input;
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (own.current) own.current.indeterminate = mixed;
  }, [mixed]);
  // A row around it would react to a click beside the box.
  const stop = children ? undefined : (event: MouseEvent) => event.stopPropagation();
  const box = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it has no action of its own.
    <label
      className={`${children ? "flex min-h-10 items-center gap-3" : "grid place-items-center"} ${wrap}`}
      onClick={stop}
      onDoubleClick={stop}
    >
      <input
        ref={own}
        aria-describedby={hint && id}
        {...attributes}
        type="checkbox"
        className={`checkbox shrink-0 ${className}`}
      />
      {children}
    </label>
  );
  if (!hint) return box;
  return (
    <div>
      {box}
      <p id={id} className="-mt-1.5 ps-7.5 text-small text-soft">
        {hint}
      </p>
    </div>
  );
}

interface Wiring {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** A label for any control, with the hint or error below it. */
export function Field(
  props: Omit<FieldProps, "wrap"> & {
    wrap?: string | undefined;
    required?: boolean | undefined;
    children: (wiring: Wiring) => ReactNode;
  },
) {
  const { label, hint, error, wrap = "", required = false, children } = props;
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={`grid content-start gap-1.5 ${wrap}`}>
      <label htmlFor={id} className="text-small font-semibold text-soft">
        {label}
        {required && (
          <span aria-hidden="true" className="text-accent">
            {" *"}
          </span>
        )}
      </label>
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": note === undefined ? undefined : `${id}-note`,
      })}
      {note !== undefined && (
        <p id={`${id}-note`} className={`text-small ${error ? "text-bad" : "text-soft"}`}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Classes of all text controls. */
export const CONTROL =
  "w-full min-w-0 rounded border border-line-strong bg-ground text-note text-ink placeholder:text-soft focus-visible:border-accent aria-invalid:border-bad disabled:opacity-60";
