/** The part of s3rver that the tests use; the package has no types. */
declare module "s3rver" {
  interface StoredObject {
    size: number;
    range?: { start: number; end: number };
    content: { destroy(): void } | null;
  }

  // biome-ignore lint/style/noDefaultExport: as the package has it.
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    readonly store: {
      getObject(
        bucket: string,
        key: string,
        options?: { start?: number; end?: number },
      ): Promise<StoredObject | null>;
    };
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
