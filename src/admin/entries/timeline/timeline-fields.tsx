import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import type { TimelineValues } from "./timeline-schema.ts";

interface TimelineFieldsProps {
  field: (name: keyof TimelineValues) => UseFormRegisterReturn & { error: string | undefined };
  titleLabel: string;
  organizationLabel: string;
  /** Such as "2023 – Present". */
  datesExample: string;
  /** A field of one table only; stands after the organization. */
  children?: ReactNode;
}

/** What is typed about one stage of a career. */
export function TimelineFields(props: TimelineFieldsProps) {
  const { field, titleLabel, organizationLabel, datesExample, children } = props;
  return (
    <>
      <TextField label={titleLabel} required wrap="sm:col-span-2" {...field("title")} />
      <TextField
        label={organizationLabel}
        required
        wrap={children ? "" : "sm:col-span-2"}
        {...field("organization")}
      />
      {children}
      <TextField label="Location" {...field("location")} />
      <TextField label="Date Range" placeholder={datesExample} {...field("date_range")} />
      <TextAreaField label="Description" rows={6} wrap="sm:col-span-2" {...field("description")} />
      <TextField
        label="Skills"
        hint="Separated by commas."
        wrap="sm:col-span-2"
        {...field("skills")}
      />
    </>
  );
}
