import type { TestProject } from "vitest/node";

import { installedBinaries } from "../binaries.ts";
import { startTestCluster } from "../testing.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of a PostgreSQL whose superuser may create databases: read it with `inject("pgUrl")`. */
    pgUrl: string;
  }
}

/**
 * Runs once before the server's tests: starts one server for all of them. `TEST_POSTGRES_BIN` is the programs'
 * folder of another PostgreSQL to use, `TEST_DATABASE_URL` a running server.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given) {
    project.provide("pgUrl", given);
    return undefined;
  }
  const installed = process.env["TEST_POSTGRES_BIN"];
  const cluster = await startTestCluster(installed ? installedBinaries(installed) : undefined);
  project.provide("pgUrl", cluster.adminUrl);
  return () => cluster.stop();
}
