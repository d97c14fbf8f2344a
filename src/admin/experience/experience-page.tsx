import { paths } from "../../lib/paths.ts";
import { screenTitles } from "../../lib/screen-titles.ts";
import { EntriesPage } from "../entries/entries-page.tsx";
import { timelineColumns } from "../entries/timeline/timeline-columns.tsx";
import { timelineName } from "../entries/timeline/timeline-schema.ts";
import { experienceApi } from "./experience-api.ts";
import { ExperienceEditor } from "./experience-editor.tsx";

/** The owner's roles. */
export function ExperiencePage() {
  return (
    <EntriesPage
      title={screenTitles[paths.admin.experience]}
      text="Your professional roles, newest first or in your own order."
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
