import { Download } from "lucide-react";
import { saveBlob } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";

/** Downloads the adjacent list or chart as CSV. */
export function CsvButton(props: { label: string; csv: () => string; fileName: string }) {
  const { label, csv, fileName } = props;
  const save = () => saveBlob(new Blob([csv()], { type: "text/csv" }), `${fileName}.csv`);
  return (
    <Button look="quiet" icon={<Download />} aria-label={`Download CSV: ${label}`} onClick={save}>
      CSV
    </Button>
  );
}
