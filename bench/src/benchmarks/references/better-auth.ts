// Reference for sign-ins and sessions: better-auth as its documentation sets it up, email and password on PostgreSQL. Prints a ready line.
import { createServer } from "node:http";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import pg from "pg";

const port = Number(process.env["PORT"]);
const options = {
  baseURL: `http://127.0.0.1:${port}`,
  secret: "the secret of a benchmark, never of a server",
  database: new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 }),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
};
const { runMigrations } = await getMigrations(options);
await runMigrations();
const auth = betterAuth(options);
await auth.api.signUpEmail({
  body: { name: "Ada", email: process.env["EMAIL"] ?? "", password: process.env["PASSWORD"] ?? "" },
});
const handle = toNodeHandler(auth);
createServer((request, response) => void handle(request, response)).listen(port, "127.0.0.1", () =>
  console.log(JSON.stringify({ ready: true })),
);
process.on("SIGTERM", () => process.exit(0));
