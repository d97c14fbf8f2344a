import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { PASSPHRASE_MIN_LENGTH } from "../../../shared/limits.ts";
import { ConfirmedForm, identityShape, noIdentity } from "../../account/confirmed-form.tsx";
import type { Factor } from "../../account/factors/factors-api.ts";
import { factorsQuery } from "../../account/factors/factors-queries.ts";
import { messageOf } from "../../lib/errors.ts";
import { fieldOf } from "../../ui/field-of.ts";
import { Modal } from "../../ui/modal.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { workspaceUserQuery } from "../shell/workspace-user.ts";
import { useStartDownload } from "./backups-queries.ts";

/**
 * Asks for the owner's password and the archive's contents. A session left open must not suffice to
 * read everything, and the owner may not read the workspace user's content.
 */
export function DownloadDialog({ onClose }: { onClose: () => void }) {
  const user = useQuery(workspaceUserQuery);
  const factors = useQuery(factorsQuery("admin"));
  const error = user.error ?? factors.error;
  const isLoaded = user.data !== undefined && factors.data !== undefined;
  return (
    <Modal title="Download an archive" width="lg" onClose={onClose}>
      {error && <Notice>The accounts could not be loaded: {messageOf(error)}</Notice>}
      {!error && !isLoaded && <SkeletonRows />}
      {!error && isLoaded && (
        <DownloadForm hasWorkspace={user.data !== null} factors={factors.data} onClose={onClose} />
      )}
    </Modal>
  );
}

interface FormProps {
  /** Whether there is a workspace user. */
  hasWorkspace: boolean;
  /** The owner's authenticator apps. */
  factors: Factor[];
  onClose: () => void;
}

function DownloadForm({ hasWorkspace, factors, onClose }: FormProps) {
  const form = useForm<Values>({
    resolver: zodResolver(values),
    defaultValues: {
      workspace: hasWorkspace ? "included" : "none",
      passphrase: "",
      again: "",
      ...noIdentity(factors),
    },
  });
  const start = useStartDownload();
  return (
    <ConfirmedForm
      form={form}
      factors={factors}
      action={{ label: "Download", pending: "Starting..." }}
      failure="The download failed:"
      onSubmit={async ({ workspace, passphrase, password }) => {
        await start.mutateAsync({
          password,
          passphrase: passphrase || null,
          withoutWorkspace: workspace === "left out",
        });
        onClose();
      }}
      onCancel={onClose}
    >
      {hasWorkspace && <WorkspaceChoice form={form} />}
      <PassphraseFields form={form} />
    </ConfirmedForm>
  );
}

function WorkspaceChoice({ form }: { form: DownloadForm }) {
  return (
    <fieldset className="m-0 grid gap-2 border-0 p-0">
      <legend className="mb-1.5 p-0 text-small font-semibold text-soft">
        The workspace's notes, tasks and files
      </legend>
      {CHOICES.map(({ value, label }) => (
        <label key={value} className="flex min-h-6 cursor-pointer items-start gap-2.5 text-note">
          <input
            type="radio"
            value={value}
            className="mt-1 accent-accent"
            {...form.register("workspace")}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const CHOICES = [
  { value: "included", label: "Include them, and encrypt the archive" },
  { value: "left out", label: "Leave them out" },
] as const;

function PassphraseFields({ form }: { form: DownloadForm }) {
  const [workspace, passphrase] = useWatch({
    control: form.control,
    name: ["workspace", "passphrase"],
  });
  const isRequired = workspace === "included";
  return (
    <>
      <PasswordField
        label="Passphrase of the archive"
        required={isRequired}
        hint={`At least ${PASSPHRASE_MIN_LENGTH} characters${isRequired ? "" : ", or none for an archive that anybody can read"}. Nobody can restore the archive without it.`}
        {...fieldOf(form, "passphrase")}
      />
      {passphrase !== "" && (
        <PasswordField label="Passphrase again" required {...fieldOf(form, "again")} />
      )}
    </>
  );
}

type DownloadForm = UseFormReturn<Values>;

const values = z
  .object({
    /** "none" without a workspace user. */
    workspace: z.enum(["included", "left out", "none"]),
    passphrase: z.string(),
    again: z.string(),
    ...identityShape,
  })
  .refine(
    ({ workspace, passphrase }) =>
      passphrase.length >= PASSPHRASE_MIN_LENGTH || (passphrase === "" && workspace !== "included"),
    { path: ["passphrase"], error: `Please use at least ${PASSPHRASE_MIN_LENGTH} characters.` },
  )
  .refine(({ passphrase, again }) => passphrase === again, {
    path: ["again"],
    error: "The two passphrases differ.",
  });

type Values = z.infer<typeof values>;
