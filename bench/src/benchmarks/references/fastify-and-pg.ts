// Reference for a server that reads a database: Fastify and pg, one prepared select, no session check. Prints a ready line.
import Fastify from "fastify";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
await pool.query("select 1");
const app = Fastify();
app.get<{ Params: { id: string } }>("/profile/:id", async ({ params }) => {
  const { rows } = await pool.query({
    name: "profile",
    text: `select u.first_name, u.last_name, u.email, u.phone, u.address, u.user_type, o.active_currency, a.balance_minor
      from users u join owners o on o.id = u.id join ledger_accounts a on a.owner_id = u.id and a.kind = 'wallet' and a.currency = o.active_currency where u.id = $1`,
    values: [params.id],
  });
  return rows[0];
});
await app.listen({ port: Number(process.env["PORT"]), host: "127.0.0.1" });
console.log(JSON.stringify({ ready: true }));
process.on("SIGTERM", () => process.exit(0));
