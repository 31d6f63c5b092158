// A well-known sign-in library as its documents set it up: e-mail and password on PostgreSQL, its own default hash. Prints a ready line.
import { createServer } from "node:http";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import pg from "pg";

const port = Number(process.env["BARE_PORT"]);
const options = {
  baseURL: `http://127.0.0.1:${port}`,
  secret: "only a benchmark knows this secret",
  database: new pg.Pool({ connectionString: process.env["BARE_URL"], max: 10 }),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
};
const { runMigrations } = await getMigrations(options);
await runMigrations();
const auth = betterAuth(options);
await auth.api.signUpEmail({
  body: { name: "Ada", email: "ada@example.test", password: process.env["BARE_PASSWORD"] ?? "" },
});
const handle = toNodeHandler(auth);
createServer((request, response) => void handle(request, response)).listen(port, "127.0.0.1", () =>
  console.log(JSON.stringify({ ready: true })),
);
process.on("SIGTERM", () => process.exit(0));
