import type { ComponentProps } from "react";
import { FileButton } from "../../ui/file-button.tsx";

/** A button that takes a CV. */
export function CvFileButton(props: Omit<ComponentProps<typeof FileButton>, "input" | "accept">) {
  const accept = ".json,.yaml,.yml,.zip,application/json,application/zip";
  return <FileButton {...props} input="CV file" accept={accept} />;
}
