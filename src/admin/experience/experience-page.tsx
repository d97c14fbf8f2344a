import { EntriesPage } from "../entries/entries-page.tsx";
import { timelineColumns } from "../entries/timeline/timeline-columns.tsx";
import { timelineName } from "../entries/timeline/timeline-schema.ts";
import { experienceApi } from "./experience-api.ts";
import { ExperienceEditor } from "./experience-editor.tsx";

/** The owner's roles, newest first. */
export function ExperiencePage() {
  return (
    <EntriesPage
      title="Manage Experience"
      text="Your professional roles, in the order they were added, newest first."
      addLabel="Add Experience"
      empty={{
        title: "No Experience Entries",
        text: "Add the roles you have held. They appear as a timeline on your page.",
      }}
      api={experienceApi}
      columns={timelineColumns}
      nameOf={timelineName}
      removeFailure="Error deleting entry"
      Editor={ExperienceEditor}
    />
  );
}
