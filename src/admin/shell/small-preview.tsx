import { type ComponentProps, type ContextType, Suspense, use } from "react";
import { Spinner } from "../../ui/spinner.tsx";
import { PagePreviewContext } from "./events.ts";

type PreviewProps = ComponentProps<ContextType<typeof PagePreviewContext>>;

/** The first screen of the page with a change applied, reduced on wide windows. */
export function SmallPreview(props: PreviewProps) {
  const PagePreview = use(PagePreviewContext);
  return (
    <div className="@container aspect-4/5 overflow-hidden rounded border sm:aspect-[1200/760]">
      <div className="size-full sm:h-[760px] sm:w-[1200px] sm:origin-top-left sm:[scale:tan(atan2(100cqw,1200px))]">
        <Suspense fallback={<Spinner />}>
          <PagePreview {...props} />
        </Suspense>
      </div>
    </div>
  );
}
