import { PaletteHost } from "./palette-host.tsx";
import { PreviewHost } from "./preview-host.tsx";
import { SignedInArea } from "./signed-in-area.tsx";

/** The owner's session and query client around every admin screen. */
export function AdminArea() {
  return (
    <SignedInArea
      area="admin"
      extras={
        <>
          <PreviewHost />
          <PaletteHost />
        </>
      }
    />
  );
}
