/** The release of Foyer that these files were built from; `dev` without a build. */
export const FOYER_VERSION: string = import.meta.env?.FOYER_VERSION ?? "development";
