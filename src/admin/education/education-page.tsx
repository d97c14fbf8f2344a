import { paths } from "../../lib/paths.ts";
import { screenTitles } from "../../lib/screen-titles.ts";
import { EntriesPage } from "../entries/entries-page.tsx";
import { timelineColumns } from "../entries/timeline/timeline-columns.tsx";
import { timelineName } from "../entries/timeline/timeline-schema.ts";
import { educationApi } from "./education-api.ts";
import { EducationEditor } from "./education-editor.tsx";

/** The owner's degrees and certificates. */
export function EducationPage() {
  return (
    <EntriesPage
      title={screenTitles[paths.admin.education]}
      text="Your degrees and certificates, newest first or in your own order."
      addLabel="Add Education"
      empty={{
        title: "No Education Entries",
        text: "Add where you have studied. It appears as a timeline on your page.",
      }}
      api={educationApi}
      columns={timelineColumns}
      nameOf={timelineName}
      removeFailure="Error deleting entry"
      Editor={EducationEditor}
    />
  );
}
