import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { locateBucket } from "../../../server/config.ts";
import type { BucketLocation } from "../../../server/storage/blobs/s3/bucket-location.ts";

/** The keys that s3rver accepts, as environment variables. */
export const s3Credentials = {
  AWS_ACCESS_KEY_ID: "S3RVER",
  AWS_SECRET_ACCESS_KEY: "S3RVER",
};

export interface TestBuckets {
  /**
   * Started by the first call.
   * @returns an unused prefix of the bucket.
   */
  newLocation(): Promise<BucketLocation>;
  close(): Promise<void>;
}

/**
 * s3rver, an independent S3 server, on a free loopback port with one bucket; or the bucket in
 * FOYER_TEST_BUCKET, configured by the AWS SDK's own variables.
 */
export function openTestBuckets(): TestBuckets {
  const other = process.env.FOYER_TEST_BUCKET;
  if (other) return openOtherBucket(other);
  Object.assign(process.env, s3Credentials);
  let running: Promise<{ endpoint: string; close(): Promise<void> }> | null = null;
  return {
    async newLocation() {
      running ??= startS3rver();
      const { endpoint } = await running;
      const prefix = `site-${randomUUID()}`;
      return { bucket: "foyer", prefix, endpoint, region: "us-east-1", pathStyle: true };
    },
    async close() {
      const started = await running;
      running = null;
      await started?.close();
    },
  };
}

function openOtherBucket(url: string): TestBuckets {
  return {
    newLocation: async () => ({
      ...locateBucket(url, process.env),
      prefix: `site-${randomUUID()}`,
    }),
    close: async () => {},
  };
}

async function startS3rver() {
  const directory = await mkdtemp(join(tmpdir(), "foyer-s3-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "foyer", configs: [] }],
  });
  refuseRangesOfEmptyObjects(server);
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** S3 answers 416; s3rver announces one byte and sends none, unless there is no content. */
function refuseRangesOfEmptyObjects({ store }: S3rver) {
  const getObject = store.getObject.bind(store);
  store.getObject = async (bucket, key, options) => {
    const found = await getObject(bucket, key, options);
    if (found?.range && found.size === 0) {
      found.content?.destroy();
      found.content = null;
    }
    return found;
  };
}
