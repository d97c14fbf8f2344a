import { FolderPlus, FolderUp, Trash2, Upload } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../shell/page-header.tsx";
import { type Picked, pickedFrom } from "./uploads/picked-files.ts";

interface DriveHeaderProps {
  uploading: boolean;
  onNewFolder: () => void;
  onPick: (picked: readonly Picked[]) => void;
}

/** The drive's header with its New Folder and Upload buttons. */
export function DriveHeader({ uploading, onNewFolder, onPick }: DriveHeaderProps) {
  return (
    <PageHeader
      actions={
        <>
          <Button icon={<FolderPlus aria-hidden="true" />} onClick={onNewFolder}>
            New Folder
          </Button>
          <Chooser label="Choose a folder" folder onPick={onPick}>
            {(choose) => (
              <Button icon={<FolderUp aria-hidden="true" />} onClick={choose}>
                <span className="max-sm:sr-only">Upload Folder</span>
              </Button>
            )}
          </Chooser>
          <Chooser label="Choose files" onPick={onPick}>
            {(choose) => (
              // Stays enabled while uploading: files can always be added.
              <Button
                look="primary"
                aria-busy={uploading || undefined}
                icon={
                  uploading ? (
                    <span
                      aria-hidden="true"
                      className="spinner size-4 border-current! border-t-transparent!"
                    />
                  ) : (
                    <Upload aria-hidden="true" />
                  )
                }
                onClick={choose}
              >
                {uploading ? "Uploading..." : "Upload File"}
              </Button>
            )}
          </Chooser>
        </>
      }
    />
  );
}

export function TrashHeader({
  empty,
  emptying,
  onEmpty,
}: {
  empty: boolean;
  emptying: boolean;
  onEmpty: () => void;
}) {
  return (
    <PageHeader
      actions={
        <Button
          look="danger"
          icon={<Trash2 aria-hidden="true" />}
          disabled={empty}
          pending={emptying}
          onClick={onEmpty}
        >
          {emptying ? "Emptying..." : "Empty Trash"}
        </Button>
      }
    />
  );
}

function Chooser({
  label,
  folder = false,
  onPick,
  children,
}: {
  label: string;
  folder?: boolean;
  onPick: (picked: readonly Picked[]) => void;
  children: (choose: () => void) => ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        {...(folder && { webkitdirectory: "" })}
        onChange={({ target }) => {
          onPick(pickedFrom(target.files));
          // Allows choosing the same file again.
          target.value = "";
        }}
      />
    </>
  );
}
