import { useRef } from "react";
import { Controller, useWatch } from "react-hook-form";
import { HIGHLIGHTS } from "../../content/page-texts.ts";
import { en } from "../../content/texts/en.ts";
import { LANGUAGES, languageOf } from "../../content/texts/languages.ts";
import { usePageTexts } from "../../content/texts/use-page-texts.ts";
import { RichTextField } from "../../editor/rich-text-field.tsx";
import { useSaveKeys } from "../../forms/save-keys.tsx";
import { Checkbox, SelectField, TextAreaField, TextField } from "../../ui/field.tsx";
import { fieldOf } from "../../ui/field-of.ts";
import { AccentField, FaviconField, HeroPictureField } from "./appearance-fields.tsx";
import type { StoredInfo } from "./info-api.ts";
import { LookField } from "./look-field.tsx";
import { SaveBar } from "./save-bar.tsx";
import { Section } from "./section.tsx";
import { type InfoFormApi, useInfoForm } from "./use-info-form.ts";

/** The texts and icons, which are saved together. */
export function InfoForm({ stored }: { stored: StoredInfo }) {
  const info = useInfoForm(stored);
  const { form } = info;
  const element = useRef<HTMLFormElement>(null);
  useSaveKeys(element, {
    save: () => {
      if (!info.pending && info.conflicts.length === 0) element.current?.requestSubmit();
    },
  });
  return (
    <form ref={element} noValidate aria-label="General Info" onSubmit={info.submit}>
      <Section title="About you" text="Used in the header, greeting and footer.">
        <Basics form={form} />
      </Section>
      <Section
        title="Your words"
        text="The bio appears under the greeting, the personal statement in About."
      >
        <div className="grid gap-5">
          <RichText form={form} name="bio" label="Bio" />
          <RichText form={form} name="personalStatement" label="Personal statement" />
        </div>
      </Section>
      <Section
        title="Page texts"
        text="The language of your page, the three blocks of About, and the text of Get In Touch. A block without a text is not shown."
      >
        <PageTexts form={form} />
      </Section>
      <Section title="Private details" text="Only you can read them. They are in your export.">
        <PrivateDetails form={form} />
      </Section>
      <Section
        title="Branding"
        text="SVG icons for the browser tab, and your page's color, typefaces and picture. currentColor is shown in cyan. Workspace and admin panel use the site's icon unless they have their own; without one, it is the built-in icon."
      >
        <div className="grid gap-5">
          <FaviconField form={form} name="faviconSvg" label="Site icon (SVG)" />
          <FaviconField form={form} name="workspaceFaviconSvg" label="Workspace icon (SVG)" />
          <FaviconField form={form} name="adminFaviconSvg" label="Admin panel icon (SVG)" />
          <AccentField form={form} />
          <LookField form={form} />
          <HeroPictureField form={form} />
        </div>
      </Section>
      <SaveBar info={info} />
    </form>
  );
}

function Basics({ form }: { form: InfoFormApi }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Display name" {...fieldOf(form, "displayName")} />
      <TextField
        label="Full name"
        autoComplete="name"
        hint="Used in the page title and for search engines."
        {...fieldOf(form, "fullName")}
      />
      <TextField
        label="Tagline"
        hint="Typed in a loop on the first screen. Under 40 characters works best."
        wrap="sm:col-span-2"
        {...fieldOf(form, "tagline")}
      />
      <TextField label="Location" {...fieldOf(form, "location")} />
      <TextField
        label="Contact email"
        type="email"
        autoComplete="email"
        {...fieldOf(form, "email")}
      />
    </div>
  );
}

/** The number is private; what the CV shows is a copy of it. */
function PrivateDetails({ form }: { form: InfoFormApi }) {
  const { setValue, watch } = form;
  const isShown = watch("cvPhone") !== "";
  const show = (phone: string) => setValue("cvPhone", phone, { shouldDirty: true });
  const onChange = ({ target }: { target: { value: string } }) => isShown && show(target.value);
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      <TextField
        label="Phone"
        type="tel"
        autoComplete="tel"
        {...fieldOf(form, "phone", { onChange })}
      />
      <TextField
        label="Postal address"
        autoComplete="street-address"
        {...fieldOf(form, "postalAddress")}
      />
      <Checkbox
        wrap="text-note sm:col-span-2"
        checked={isShown}
        disabled={watch("phone").trim() === ""}
        onChange={({ target }) => show(target.checked ? form.getValues("phone") : "")}
      >
        Show the phone number in the CV and in /resume.json, where anyone can read it
      </Checkbox>
    </div>
  );
}

function PageTexts({ form }: { form: InfoFormApi }) {
  const pageLanguage = useWatch({ control: form.control, name: "pageLanguage" });
  const { contactLead } = usePageTexts(languageOf({ pageLanguage }));
  const texts = [
    ...HIGHLIGHTS.map(([key, title]) => [key, en.highlights[title]] as const),
    ["contactLead", en.getInTouch],
  ] as const;
  return (
    <div className="grid gap-4">
      <SelectField
        label="Page language"
        hint="Of headings, buttons, dates and the message form. What you write is not translated."
        {...form.register("pageLanguage")}
      >
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code === "en" ? "" : code} lang={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {texts.map(([name, label]) => (
        <TextAreaField
          key={name}
          label={label}
          rows={2}
          placeholder={name === "contactLead" ? contactLead : ""}
          {...fieldOf(form, name)}
        />
      ))}
    </div>
  );
}

function RichText(props: { form: InfoFormApi; name: "bio" | "personalStatement"; label: string }) {
  const { form, name, label } = props;
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <RichTextField
          label={label}
          error={fieldState.error?.message}
          value={field.value}
          onChange={field.onChange}
        />
      )}
    />
  );
}
