import { useQuery } from "@tanstack/react-query";
import { Plus, Tags } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router";
import { kinds } from "../../../shared/content/kinds.ts";
import { useEditor } from "../../forms/use-editor.ts";
import { categoriesPath } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { entriesQuery } from "../entries/entry-api.ts";
import { EntryList } from "../entries/entry-list.tsx";
import { useTrash } from "../entries/history/trash.tsx";
import { HeaderActions } from "../shell/header-actions.tsx";
import { CategoriesModal } from "./categories-modal.tsx";
import { SkillGroups } from "./skill-groups.tsx";
import { SkillModal } from "./skill-modal.tsx";
import { categoriesQuery } from "./skills-queries.ts";

/** The owner's skills, by category. */
export function SkillsPage() {
  const skills = useQuery(entriesQuery("skills"));
  const categories = useQuery(categoriesQuery);
  const editor = useEditor();
  const navigate = useNavigate();
  const managed = useSearchParams()[0].get("categories");
  const trash = useTrash("skills");
  const manage = () => void navigate(categoriesPath());
  return (
    <>
      <PageHeader
        text={kinds.skills.text}
        actions={
          <HeaderActions
            primary={
              <Button
                look="primary"
                icon={<Plus />}
                disabled={!skills.data || !categories.data}
                onClick={editor.add}
              >
                Add Skill
              </Button>
            }
            more={[trash.action, { label: "Manage Categories", icon: <Tags />, run: manage }]}
          />
        }
      />
      <div className="grid gap-4">
        {/* Only one message at a time: if the skills failed to load too, theirs is shown. */}
        {categories.isError && !categories.data && skills.data && <FailedRead query={categories} />}
        <EntryList query={skills} empty={kinds.skills.empty}>
          {(rows) => <SkillGroups skills={rows} onEdit={editor.edit} />}
        </EntryList>
      </div>
      {editor.editing !== null && skills.data && categories.data && (
        <SkillModal
          key={editor.editing}
          editing={editor.editing}
          skills={skills.data}
          categories={categories.data}
          onClose={editor.close}
        />
      )}
      {trash.modal}
      {managed !== null && (
        <CategoriesModal first={managed} skills={skills.data} onClose={editor.close} />
      )}
    </>
  );
}
