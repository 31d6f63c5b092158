// The floor of a server that reads a database: Fastify and pg, one prepared select, nothing checked. Prints a ready line.
import Fastify from "fastify";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env["BARE_URL"], max: 10 });
await pool.query("select 1");
const app = Fastify();
app.get("/", async () => (await pool.query({ name: "one", text: "select 1 as one" })).rows[0]);
await app.listen({ port: Number(process.env["BARE_PORT"]), host: "127.0.0.1" });
console.log(JSON.stringify({ ready: true }));
process.on("SIGTERM", () => process.exit(0));
