import { Download } from "lucide-react";
import { Section } from "../../account/section.tsx";
import { Button } from "../../ui/button.tsx";
import { isInstalled, useInstallOffer } from "../shell/install-prompt.ts";

/** Explains how to install the workspace as an app. */
export function InstallSection() {
  const install = useInstallOffer();
  return (
    <Section
      title="App"
      text="The workspace on your home screen or desktop, in a window of its own. It opens without a network as well."
    >
      {isInstalled() ? (
        <p className="text-soft">Installed: this is its window.</p>
      ) : install ? (
        <Button className="justify-self-start" icon={<Download />} onClick={() => void install()}>
          Install
        </Button>
      ) : (
        <p className="text-soft">
          Choose “Install” or “Add to Home Screen” in the browser's menu, if it has one.
        </p>
      )}
    </Section>
  );
}
