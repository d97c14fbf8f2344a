import { useQuery } from "@tanstack/react-query";
import { Controller } from "react-hook-form";
import { SelectField } from "../../ui/field.tsx";
import { projectPicturesQuery } from "./info-queries.ts";
import type { InfoFormApi } from "./use-info-form.ts";

/** Selects the picture of the first screen: the portrait or a project's. */
export function HeroPictureField({ form }: { form: InfoFormApi }) {
  const { data: projects = [] } = useQuery(projectPicturesQuery);
  return (
    <Controller
      control={form.control}
      name="heroPicture"
      render={({ field }) => (
        <SelectField
          label="Picture on the first screen"
          hint="A project's picture is shown while the project is."
          {...field}
        >
          <option value="">Your profile picture</option>
          {projects.map(({ id, name, image_url }) => (
            <option key={id} value={image_url ?? ""}>
              {name}
            </option>
          ))}
          {field.value && !projects.some(({ image_url }) => image_url === field.value) && (
            <option value={field.value}>A picture no project has</option>
          )}
        </SelectField>
      )}
    />
  );
}
