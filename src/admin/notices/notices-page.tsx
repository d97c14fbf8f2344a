import { PageHeader } from "../shell/page-header.tsx";
import { NoticeChoices } from "./notice-choices.tsx";
import { NoticeDelivery } from "./notice-delivery.tsx";

/** How notices reach the owner, what became of the last ones, and what they are about. */
export function NoticesPage() {
  return (
    <>
      <PageHeader text="News about your site, by mail or webhook." />
      <div className="grid max-w-[70ch] gap-10">
        {/* The choices below must not move when the state arrives. */}
        <div className="grid min-h-60 content-start">
          <NoticeDelivery />
        </div>
        <NoticeChoices />
      </div>
    </>
  );
}
