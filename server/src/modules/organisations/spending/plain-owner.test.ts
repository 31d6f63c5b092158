import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { payPurchase } from "../../../testing/lookup-steps.ts";
import { createBusiness, insertMember, type TestMember } from "../../../testing/organisation-steps.ts";

/** The database of an operator belongs to a role that is no superuser: row-level security binds its functions too. */

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await giveToPlainOwner(app, `plain_owner_${randomBytes(4).toString("hex")}`);
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

/** Gives tables, functions and policies to a new role, as if it had run the migrations. */
async function giveToPlainOwner({ owner }: TestApp, role: string): Promise<void> {
  await owner.query(`do $$
    declare found record;
    begin
      create role ${role} nosuperuser nobypassrls;
      grant create, usage on schema public, graphile_worker to ${role};
      for found in select c.oid::regclass as named, case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end as kind
        from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p', 'v', 'S')
          and c.relowner = current_user::regrole
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S') loop
        execute format('alter %s %s owner to ${role}', found.kind, found.named);
      end loop;
      for found in select p.oid::regprocedure as named from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ('public', 'graphile_worker') and p.prokind in ('f', 'p', 'a') and p.proowner = current_user::regrole
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
        execute format('alter routine %s owner to ${role}', found.named);
      end loop;
      for found in select p.polname as named, p.polrelid::regclass as of_table from pg_policy p where current_user::regrole::oid = any (p.polroles) loop
        execute format('alter policy %I on %s to ${role}', found.named, found.of_table);
      end loop;
    end $$`);
}

async function payNew(member: TestMember): Promise<string> {
  const { sessionCode, transactionID, amount } = await app.purchase(member);
  const response = await member.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  const body = response.json<{ code?: string; state?: string; status?: string }>();
  return body.code ?? body.state ?? body.status ?? "";
}
const spentBy = async ({ id }: TestMember) =>
  (
    await app.owner.query<{ minor: bigint }>(
      "select coalesce(sum(amount_minor), 0)::bigint as minor from spending_counters where user_id = $1",
      [id],
    )
  ).rows[0]?.minor;

test("payments and refunds of members are counted in a database of a plain owner [TM-06]", async () => {
  const owner = await createBusiness(app, { NGN: 10_000_00n });
  const member = await insertMember(app, owner.organisationId, ["requester"]);
  const cap = {
    appliesTo: "member",
    subjectId: member.id,
    period: "day",
    searchType: null,
    amount: "1200",
    count: null,
  };
  expect((await owner.post("/organisation/caps", cap)).statusCode).toBe(200);
  const first = await app.purchase(member);
  await payPurchase(member, first);
  expect([await payNew(member), await payNew(member)]).toEqual(["success", "cap_reached"]);
  expect(await spentBy(member)).toBe(1_176_00n);
  await app.owner.query("update consents set state = 'terminated' where request_id = $1", [first.itemId]);
  await app.owner.query(
    "select close_item($1, 'PROVIDER_FAILED', gen_random_uuid(), gen_random_uuid(), gen_random_uuid())",
    [first.itemId],
  );
  expect(await spentBy(member)).toBe(588_00n);
  expect(await payNew(member)).toBe("success");
});

test("an approved check is paid and counted in a database of a plain owner [TM-06 TM-07]", async () => {
  const owner = await createBusiness(app, { NGN: 10_000_00n });
  const member = await insertMember(app, owner.organisationId, ["requester"]);
  await owner.post("/organisation/approval-rules", { searchTypes: ["nin"], purposes: [], above: null, enabled: true });
  expect(await payNew(member)).toBe("awaiting_approval");
  const { approvals } = (await owner.get("/organisation/approvals?state=waiting")).json<{
    approvals: readonly { readonly id: string }[];
  }>();
  const decision = { decision: "approve", confirmedTotal: "588" };
  const decided = await owner.post(`/organisation/approvals/${approvals[0]?.id}/decide`, decision);
  expect(decided.json()).toEqual({ state: "approved" });
  expect(await spentBy(member)).toBe(588_00n);
});
