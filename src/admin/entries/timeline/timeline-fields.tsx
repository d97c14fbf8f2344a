import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { VisibilityField } from "../visibility-field.tsx";
import type { TimelineValues } from "./timeline-schema.ts";

interface TimelineFieldsProps {
  field: (name: keyof TimelineValues) => UseFormRegisterReturn & { error: string | undefined };
  names: Record<Exclude<keyof TimelineValues, "visibility">, string>;
  /** Such as "2023 – Present". */
  datesExample: string;
  /** A field that only one of the tables has; shown after the organization. */
  children?: ReactNode;
}

/** The form fields of a timeline entry. */
export function TimelineFields(props: TimelineFieldsProps) {
  const { field, names, datesExample, children } = props;
  return (
    <>
      <TextField label={names.title} required wrap="sm:col-span-2" {...field("title")} />
      <TextField
        label={names.organization}
        required
        wrap={children ? "" : "sm:col-span-2"}
        {...field("organization")}
      />
      {children}
      <MonthField label={names.start_month} {...field("start_month")} />
      <MonthField
        label={names.end_month}
        hint="Leave it empty for “Present”."
        {...field("end_month")}
      />
      <TextField
        label={names.date_range}
        placeholder={datesExample}
        hint="Written from the months if empty; follows them until you change it."
        {...field("date_range")}
      />
      <TextField label={names.location} {...field("location")} />
      <TextAreaField
        label={names.description}
        hint="Start a line with “- ” to make it a list item."
        rows={6}
        wrap="sm:col-span-2"
        {...field("description")}
      />
      <TextField
        label={names.skills}
        hint="Separated by commas."
        wrap="sm:col-span-2"
        {...field("skills")}
      />
      <VisibilityField {...field("visibility")} />
    </>
  );
}

// Browsers without a control for months show a text field.
function MonthField(props: React.ComponentProps<typeof TextField>) {
  return <TextField type="month" min="1900-01" max="2199-12" placeholder="YYYY-MM" {...props} />;
}
