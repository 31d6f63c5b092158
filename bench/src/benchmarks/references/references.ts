import { onCleanup } from "../../support/cleanup.ts";
import type { Credentials } from "../../support/client.ts";
import type { Fleet } from "../../support/fleet.ts";
import { type Environment, freePort, type RunningProgram, startProgram, stop } from "../../support/processes.ts";

/** Starts a reference server of this folder on a free port. */
export async function startReference(
  name: "fastify-and-pg" | "better-auth" | "event-streams" | "queue-pick-up",
  settings: Environment,
): Promise<{ readonly url: string; readonly program: RunningProgram }> {
  const port = await freePort();
  const entry = `bench/src/benchmarks/references/${name}.ts`;
  const program = await startProgram(entry, { ...settings, PORT: String(port) });
  onCleanup(() => stop(program));
  return { url: `http://127.0.0.1:${port}`, program };
}

/** Starts better-auth with one user, on a database of its own in the PostgreSQL of a fleet. */
export async function startBetterAuth({ database, clusterUrl }: Fleet, { email, password }: Credentials) {
  await database.query("create database better_auth");
  const settings = { DATABASE_URL: clusterUrl("better_auth"), EMAIL: email, PASSWORD: password };
  const { url } = await startReference("better-auth", settings);
  const signIn = async (): Promise<Response> => {
    const response = await fetch(`${url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify({ email, password }),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`better-auth's sign-in responded with ${response.status}`);
    return response;
  };
  return { url, signIn };
}
