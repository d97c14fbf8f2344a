import { useQuery } from "@tanstack/react-query";
import { languageOf } from "../../content/texts/languages.ts";
import { useEditorReady } from "../../editor/rich-text-field.tsx";
import { readErrorOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { PageHeader } from "../shell/page-header.tsx";
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
  const { data: info, error, isPending, refetch } = useQuery(infoQuery);
  const layout = useQuery(layoutQuery);
  // The links below the editors must not move once they can be pressed.
  const editorReady = useEditorReady() && !layout.isPending;
  const retry = () => {
    void refetch();
    if (layout.isError) void layout.refetch();
  };
  return (
    <>
      <PageHeader
        text="Who you are, in your own words, and where to find you."
        actions={<InfoHistoryButton />}
      />
      {(isPending || (info && !editorReady)) && <SkeletonRows rows={6} height="h-16" />}
      {!info && error && (
        <Notice action={<Button onClick={retry}>Try again</Button>}>{readErrorOf(error)}</Notice>
      )}
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
            <Notice action={<Button onClick={() => void layout.refetch()}>Try again</Button>}>
              {readErrorOf(layout.error)}
            </Notice>
          )}
          <LinksSection />
          <CvDownloadSection />
        </>
      )}
    </>
  );
}
