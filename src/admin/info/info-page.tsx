import { useQuery } from "@tanstack/react-query";
import { languageOf } from "../../content/texts/languages.ts";
import { useEditorReady } from "../../editor/rich-text-field.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { CvDownloadSection } from "./cv-download/cv-download-section.tsx";
import { InfoHistoryButton } from "./history/info-comparison.tsx";
import { infoQuery } from "./info-api.ts";
import { InfoForm } from "./info-form.tsx";
import { LinksSection } from "./links/links-section.tsx";
import { PictureSection } from "./picture/picture-section.tsx";
import { layoutQuery } from "./sections/layout-api.ts";
import { PageSections } from "./sections/page-sections.tsx";

/** Everything the site shows about its owner: texts, picture, links and tab icons. */
export function InfoPage() {
  const query = useQuery(infoQuery);
  const { data: info, isPending } = query;
  const layout = useQuery(layoutQuery);
  // The form appears once the editors have their final height, so that the links below do not move.
  const editorReady = useEditorReady() && !layout.isPending;
  return (
    <>
      <PageHeader
        text="Who you are, in your own words, and where to find you."
        actions={<InfoHistoryButton />}
      />
      {(isPending || (info && !editorReady)) && <SkeletonRows rows={6} height="h-16" />}
      {!info && <FailedRead query={query} />}
      {info && editorReady && (
        <>
          <PictureSection name={info.displayName.value} stored={info.profilePictureUrl} />
          <InfoForm stored={info} />
          {layout.data ? (
            <PageSections
              stored={layout.data}
              language={languageOf({ pageLanguage: info.pageLanguage.value })}
            />
          ) : (
            <FailedRead query={layout} />
          )}
          <LinksSection />
          <CvDownloadSection />
        </>
      )}
    </>
  );
}
