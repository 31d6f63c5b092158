import type { TestProject } from "vitest/node";

import { startTestCluster } from "./testing.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of a PostgreSQL whose superuser may make databases: read it with `inject("pgUrl")`. */
    pgUrl: string;
  }
}

/** Runs once before the server's tests: one real server for all of them, or the one `TEST_DATABASE_URL` names. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given) {
    project.provide("pgUrl", given);
    return undefined;
  }
  const cluster = await startTestCluster();
  project.provide("pgUrl", cluster.adminUrl);
  return () => cluster.stop();
}
