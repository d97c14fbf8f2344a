import type { TestProject } from "vitest/node";
import { hasPostgres15, startTestCluster } from "./databases/clusters.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Cluster URLs by PostgreSQL version; 15 is null where Debian's binaries are missing. */
    clusters: { 17: string; 15: string | null };
  }
}

/** Starts the clusters once per run; each test file gets its own copy of the template database. */
export default async function setup(project: TestProject) {
  const withOlder = ["database", "soak"].includes(project.name);
  const older = withOlder && (await hasPostgres15());
  if (withOlder && !older) {
    console.warn("PostgreSQL 15 is not installed: its half of the database tests will fail.");
  }
  const clusters = await Promise.all([
    startTestCluster(17, { template: true }),
    older ? startTestCluster(15, { template: true }) : null,
  ]);
  project.provide("clusters", { 17: clusters[0].url, 15: clusters[1]?.url ?? null });
  return async () => {
    await Promise.all(clusters.map((cluster) => cluster?.stop()));
  };
}
