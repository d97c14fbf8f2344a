/** `npm run deploy`: puts the site on hosted Supabase and a static host. */
import { AnswerError, createAnswers, type Flags, readFlags } from "./deploy/answers.ts";
import { runCommand } from "./deploy/commands.ts";
import { createManagementApi } from "./deploy/management-api.ts";
import { PUBLISHER_NAMES } from "./deploy/publishers.ts";
import { readRemembered, remember, withoutCleared } from "./deploy/remembered.ts";
import { runDeployment } from "./deploy/run-deployment.ts";
import { STEPS } from "./deploy/steps.ts";

const USAGE = `Puts the site on hosted Supabase and a static host. Asks for what is not given, remembers all but
secrets in .foyer/deploy.json, and can be repeated.

  npm run deploy                       asks
  npm run deploy -- --dry-run          prints what it would do

  --project REF                        an existing project
  --create NAME                        a new project; --organization SLUG, --region REGION
  --public-url URL                     the site's address, which may have a path
  --allowed-origins LIST               further origins of the site: www, previews (https://*.x.pages.dev)
  --drive-quota SIZE                   space in the drive, such as 50GB
  --owner-email EMAIL                  the owner, created if there is none
  --publish HOST                       ${PUBLISHER_NAMES.join(", ")}
  --folder PATH, --site NAME           where HOST needs it

An empty answer, such as --site=, forgets the remembered one.

Environment: SUPABASE_ACCESS_TOKEN, FOYER_OWNER_PASSWORD, NOTION_TOKEN, NOTION_DATABASE_ID; SUPABASE_URL
for a custom domain; SUPABASE_DB_URL where the database's own name cannot be reached.
`;

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const flags = readFlags(process.argv.slice(2));
    if (flags.help) {
      process.stdout.write(USAGE);
      return 0;
    }
    return await deploy(flags);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return error instanceof AnswerError ? 2 : 1;
  }
}

async function deploy({ answers: given, dryRun }: Flags): Promise<number> {
  const { env: environment, stdin: input, stdout: output } = process;
  let remembered = withoutCleared(await readRemembered(), given);
  const url = environment.SUPABASE_API_URL || "https://api.supabase.com";
  return runDeployment(
    STEPS,
    {
      answers: createAnswers(given, environment, remembered, { input, output }),
      environment,
      connect: (token) => createManagementApi({ url, token }),
      run: runCommand,
      log: (line) => console.log(line),
      async remember(answers) {
        remembered = { ...remembered, ...answers };
        await remember(remembered);
      },
    },
    { dryRun },
  );
}
