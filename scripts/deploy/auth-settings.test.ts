import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  type ManagementApi as FakeApi,
  PROJECT_REF,
  startManagementApi,
} from "../../tests/support/hosted/management-api.ts";
import { AUTH_SETTINGS, saveAuthSettings, wrongAuthSettings } from "./auth-settings.ts";
import { createManagementApi } from "./management-api.ts";

let fake: FakeApi;
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "foyer-account-"));
  fake = await startManagementApi(home);
});
afterAll(async () => {
  await fake.stop();
  await rm(home, { recursive: true });
});

it("auth settings are changed only where they differ", async () => {
  const token = fake.environment.SUPABASE_ACCESS_TOKEN ?? "";
  const api = createManagementApi({ url: fake.url, token });
  const save = vi.spyOn(api, "saveAuthConfig");
  Object.assign(fake.auth, AUTH_SETTINGS, { password_min_length: 6 });
  for (const _ of [1, 2]) await saveAuthSettings(api, PROJECT_REF, "https://ada.example");
  expect(save.mock.calls).toEqual([
    [
      PROJECT_REF,
      {
        password_min_length: AUTH_SETTINGS.password_min_length,
        site_url: "https://ada.example",
      },
    ],
  ]);
  expect(wrongAuthSettings(await api.getAuthConfig(PROJECT_REF))).toEqual([]);
});

it("auth settings that are off or missing, as in a new project, are named", () => {
  expect(wrongAuthSettings({ ...AUTH_SETTINGS, password_min_length: 6 })).toEqual([
    "password_min_length",
  ]);
  const { security_sb_forwarded_for_enabled: _, ...older } = AUTH_SETTINGS;
  expect(wrongAuthSettings(older)).toEqual(["security_sb_forwarded_for_enabled"]);
});

it("auth settings in supabase/config.toml have the same values", async () => {
  const text = await readFile("supabase/config.toml", "utf8");
  const setting = (name: string) => new RegExp(`^${name} = (.*)$`, "m").exec(text)?.[1];
  expect(setting("minimum_password_length")).toBe(String(AUTH_SETTINGS.password_min_length));
  expect(setting("double_confirm_changes")).toBe("true");
  expect(setting("secure_password_change")).toBe("false");
  expect(setting("require_current_password")).toBe("true");
});
