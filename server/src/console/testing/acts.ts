import type { LightMyRequestResponse } from "fastify";
import type { TestApp } from "../../testing/app.ts";
import { json, rows, type TestConsole, type TestOperator } from "../../testing/console.ts";
import { createGrievance } from "../../testing/grievance-steps.ts";

/** Every act that operators do in the console and at the terminal, each on an object of its own. [OC-20] */

type Steps = {
  readonly inConsole: () => Promise<LightMyRequestResponse>;
  readonly atTerminal: readonly [command: string, ...args: readonly string[]];
  /** Texts that differ between two objects, by the name that replaces them. */
  readonly names: Readonly<Record<string, string>>;
  /** Puts back what the next act needs. */
  readonly after?: () => Promise<unknown>;
};
export type Act = () => Promise<Steps>;

type Setting = {
  readonly product: TestApp;
  readonly operatorConsole: TestConsole;
  readonly ada: TestOperator;
  readonly bola: TestOperator;
};

const reason = "ticket 4711";

export function actSteps({ product, operatorConsole, ada, bola }: Setting) {
  const accountOpened = async () => {
    const { id } = await product.user();
    await ada.post(`/accounts/${id}/open`, { reason: "security" });
    return id;
  };
  const onAccount =
    (path: string, command: string, fields: object = {}, options: readonly string[] = []): Act =>
    async () => {
      const id = await accountOpened();
      return {
        names: { account: id },
        inConsole: () => ada.post(`/accounts/${id}/${path}`, { reason, ...fields }),
        atTerminal: [command, id, "--reason", reason, ...options],
      };
    };
  const suspended = async (reasonCode: string) => {
    const id = await accountOpened();
    await ada.post(`/accounts/${id}/suspend`, { reasonCode, reason });
    return id;
  };
  const charged = async () => {
    const payer = await product.user({ NGN: 10_000_00n });
    const { nin, sessionCode, transactionID, amount, itemId } = await product.purchase(payer);
    product.providers.personRecords.respondTo(nin, { kind: "not_found" });
    await payer.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
    await product.drainQueue();
    return itemId;
  };
  /** A change of roles that Bola requested. */
  const requested = async () => {
    const { id } = await operatorConsole.operator("support");
    const asked = await bola.post(`/operators/${id}/roles`, { roles: ["finance"], reason });
    return { id, approval: json<{ approvalId: string }>(asked).approvalId };
  };
  const refundRequested = async (by: TestOperator) => {
    const id = await charged();
    const asked = await by.post("/refunds", { requestId: id, reason });
    return { id, approval: json<{ approvalId: string }>(asked).approvalId };
  };
  const openCase = async () => {
    const [row] = await rows<{ id: string }>(
      product,
      "insert into cases (id, kind, object_id, detail) values (gen_random_uuid(), 'test', gen_random_uuid(), 'x') returning id",
    );
    return row?.id ?? "";
  };
  const onCase =
    (path: string, fields: object, command: string, ...args: readonly string[]): Act =>
    async () => {
      const id = await openCase();
      return {
        names: { case: id },
        inConsole: () => ada.post(`/cases/${id}/${path}`, fields),
        atTerminal: [command, id, ...args],
      };
    };
  const onGrievance =
    (path: string, fields: object, command: string, ...args: readonly string[]): Act =>
    async () => {
      const { id, reference } = await createGrievance(product, "please look");
      return {
        names: { case: id },
        inConsole: () => ada.post(`/grievances/${id}/${path}`, fields),
        atTerminal: [command, reference, ...args],
      };
    };
  const minute = (minutes: number) => new Date(Date.now() + minutes * 60_000 + 3_600_000).toISOString().slice(0, 16);
  const breachFields = {
    noticedAt: minute(-5),
    since: minute(-60),
    until: minute(-30),
    description: "A laptop was lost.",
  };
  const startedBreach = async () => {
    const { id } = json<{ id: string }>(await bola.post("/breaches", breachFields));
    await product.drainQueue();
    return id;
  };
  const cancelPending = () => product.owner.query("delete from approvals where state = 'pending'");
  const payOut = async () => {
    const user = await product.user({ NGN: 1_000_00n });
    const shown = [{ currency: "NGN", amount: "1000" }];
    const bank = { bankName: "First Bank", accountNumber: "0123456789", accountName: "Ada Obi" };
    await user.post("/user/close", { confirm: "CLOSE", balance: { way: "bank", ...bank, shown } });
    const [row] = await rows<{ id: string }>(product, "select id from pay_outs where owner_id = $1", [user.id]);
    return row?.id ?? "";
  };
  const onPayOut =
    (path: string, command: string, claims?: TestOperator): Act =>
    async () => {
      const id = await payOut();
      if (claims) await claims.post(`/pay-outs/${id}/claim`, {});
      return {
        names: { "pay-out": id },
        inConsole: () => ada.post(`/pay-outs/${id}/${path}`, {}),
        atTerminal: [command, id],
      };
    };
  const failedJob = async () => {
    const [row] = await rows<{ id: string }>(
      product,
      "select (graphile_worker.add_job('send_push', '{}', job_key => 'test:' || gen_random_uuid(), run_at => now() + interval '1 day')).id::text as id",
    );
    await product.owner.query(
      "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'x' where id = $1",
      [row?.id],
    );
    return row?.id ?? "";
  };
  const onJob =
    (path: string, command: string): Act =>
    async () => {
      const id = await failedJob();
      return {
        names: { job: ` ${id}:` },
        inConsole: () => ada.post(`/jobs/${id}/${path}`, { reason }),
        atTerminal: [command, id, "--reason", reason],
      };
    };
  const invited = async () => {
    const { id, email } = await operatorConsole.operator("support");
    await product.owner.query("update operators set state = 'invited', password_hash = null where id = $1", [id]);
    return { id, email };
  };
  let source = "";
  const sourceName = async () => {
    const listed = json<{ sources: { source: string }[] }>(await ada.get("/sources"));
    return (source ||= listed.sources[0]?.source ?? "");
  };
  const newEmail = () => `${crypto.randomUUID()}@operators.example.test`;

  return {
    "/find": async () => {
      const { id } = await product.user();
      return {
        names: { account: id },
        inConsole: () => ada.post("/find", { value: id, reason: "payment" }),
        atTerminal: ["find", id, "--for", "payment"],
      };
    },
    "/accounts/{id}/open": async () => {
      const { id } = await product.user();
      return {
        names: { account: id },
        inConsole: () => ada.post(`/accounts/${id}/open`, { reason: "payment" }),
        atTerminal: ["open-account", id, "--for", "payment"],
      };
    },
    "/accounts/{id}/end-sign-ins": onAccount("end-sign-ins", "end-sign-ins"),
    "/accounts/{id}/clear-lockout": onAccount("clear-lockout", "clear-lockout"),
    "/accounts/{id}/resend": async () => {
      const id = await accountOpened();
      await product.owner.query("update users set email_verified_at = null where id = $1", [id]);
      const [message] = await rows<{ id: string }>(
        product,
        `insert into outbox_messages (id, channel, kind, key_id, sealed)
         values (gen_random_uuid(), 'mail', 'email_confirm', $1, 'x') returning id`,
        [id],
      );
      const messageId = message?.id ?? "";
      return {
        names: { account: id },
        inConsole: () => ada.post(`/accounts/${id}/resend`, { messageId, reason }),
        atTerminal: ["resend", id, messageId, "--reason", reason],
      };
    },
    "/accounts/{id}/change-phone": onAccount("change-phone", "change-phone"),
    "/accounts/{id}/suspend": onAccount("suspend", "suspend", { reasonCode: "misuse" }, ["--for", "misuse"]),
    "/accounts/{id}/end-suspension": async () => {
      const id = await suspended("misuse");
      return {
        names: { account: id },
        inConsole: () => ada.post(`/accounts/${id}/end-suspension`, { reason }),
        atTerminal: ["end-suspension", id, "--reason", reason],
      };
    },
    "/accounts/{id}/end-suspension after a report": async () => {
      const id = await suspended("report");
      return {
        names: { account: id },
        inConsole: () => ada.post(`/accounts/${id}/end-suspension`, { reason }),
        atTerminal: ["end-suspension", id, "--reason", reason],
      };
    },
    "/refunds": async () => {
      const id = await charged();
      return {
        names: { request: id },
        inConsole: () => ada.post("/refunds", { requestId: id, amount: "100", reason }),
        atTerminal: ["refund", id, "--amount", "100", "--reason", reason],
      };
    },
    "/refunds above the limit": async () => {
      const id = await charged();
      return {
        names: { request: id },
        inConsole: () => ada.post("/refunds", { requestId: id, reason }),
        atTerminal: ["refund", id, "--reason", reason],
      };
    },
    "/approvals/{id}/decide to approve": async () => {
      const { id, approval } = await requested();
      return {
        names: { operator2: id, approval },
        inConsole: () => ada.post(`/approvals/${approval}/decide`, { decision: "approve" }),
        atTerminal: ["approve", approval],
      };
    },
    "/approvals/{id}/decide to reject": async () => {
      const { id, approval } = await requested();
      return {
        names: { operator2: id, approval },
        inConsole: () => ada.post(`/approvals/${approval}/decide`, { decision: "reject", reason }),
        atTerminal: ["reject", approval, "--reason", reason],
      };
    },
    "/approvals/{id}/decide to refund": async () => {
      const { id, approval } = await refundRequested(bola);
      return {
        names: { request: id, approval },
        inConsole: () => ada.post(`/approvals/${approval}/decide`, { decision: "approve" }),
        atTerminal: ["confirm-refund", id],
      };
    },
    "/approvals/{id}/decide to cancel": async () => {
      const { id, approval } = await refundRequested(ada);
      return {
        names: { request: id, approval },
        inConsole: () => ada.post(`/approvals/${approval}/decide`, { decision: "cancel" }),
        atTerminal: ["cancel-refund", id],
      };
    },
    "/cases/{id}/assign": onCase("assign", { operatorId: bola.id }, "assign-case", bola.email),
    "/cases/{id}/note": onCase("note", { text: "asked the source" }, "note-case", "asked the source"),
    "/cases/{id}/close": onCase("close", { reason }, "close-case", reason),
    "/grievances/{id}/assign": onGrievance("assign", { operatorId: bola.id }, "assign-case", bola.email),
    "/grievances/{id}/note": onGrievance("note", { text: "asked the source" }, "note-case", "asked the source"),
    "/grievances/{id}/open": onGrievance("open", { reason }, "read-case", "--reason", reason),
    "/grievances/{id}/reply": onGrievance("reply", { text: "We stopped it." }, "answer-case", "We stopped it."),
    "/breaches": () =>
      Promise.resolve({
        names: {},
        inConsole: () => ada.post("/breaches", breachFields),
        atTerminal: [
          "start-breach",
          "--noticed",
          breachFields.noticedAt,
          "--since",
          breachFields.since,
          "--until",
          breachFields.until,
          "--what",
          breachFields.description,
        ],
      }),
    "/breaches/{id}/notify": async () => {
      const id = await startedBreach();
      return {
        names: { breach: id },
        inConsole: () => ada.post(`/breaches/${id}/notify`, { reason }),
        atTerminal: ["breach-notify", id, "--reason", reason],
      };
    },
    "/breaches/{id}/commission": async () => {
      const id = await startedBreach();
      return {
        names: { breach: id },
        inConsole: () => ada.post(`/breaches/${id}/commission`, { outcome: "notified", reason }),
        atTerminal: ["breach-commission", id, "--outcome", "notified", "--reason", reason],
      };
    },
    "/pay-outs/{id}/claim": onPayOut("claim", "claim-payout"),
    "/pay-outs/{id}/release": onPayOut("release", "release-payout", ada),
    "/pay-outs/{id}/paid": onPayOut("paid", "mark-paid-out", bola),
    "/prices": () =>
      Promise.resolve({
        names: {},
        after: cancelPending,
        inConsole: () =>
          ada.post("/prices", {
            item: "nin",
            price: "510",
            vat: "38",
            serviceFee: "50",
            processingFee: "0",
            priceUsd: "0.70",
            vatUsd: "0.06",
            serviceFeeUsd: "0.07",
            reason,
          }),
        atTerminal: ["set-price", "nin", "--price", "510", "--usd", "0.70", "--reason", reason],
      }),
    "/exchange-rate": () =>
      Promise.resolve({
        names: {},
        after: cancelPending,
        inConsole: () => ada.post("/exchange-rate", { rate: "1510", reason }),
        atTerminal: ["set-rate", "1510", "--reason", reason],
      }),
    "/sources/{source}": async () => {
      const name = await sourceName();
      return {
        names: {},
        after: () => ada.post(`/sources/${name}`, { state: "open", reason }),
        inConsole: () => ada.post(`/sources/${name}`, { state: "closed", messageCode: "outage", reason }),
        atTerminal: ["switch-source", name, "closed", "--message", "outage", "--reason", reason],
      };
    },
    "/jobs/{id}/retry": onJob("retry", "retry-job"),
    "/jobs/{id}/drop": onJob("drop", "drop-job"),
    "/operators": () => {
      const email = newEmail();
      return Promise.resolve({
        names: { email },
        inConsole: () => ada.post("/operators", { email, name: email.slice(0, 60), roles: ["support"], reason }),
        atTerminal: ["add-operator", email, "--role", "support", "--reason", reason],
      });
    },
    "/operators/{id}/link": async () => {
      const { id, email } = await invited();
      return {
        names: { operator2: id },
        inConsole: () => ada.post(`/operators/${id}/link`, {}),
        atTerminal: ["operator-link", email],
      };
    },
    "/operators/{id}/roles": async () => {
      const { id, email } = await operatorConsole.operator("support");
      return {
        names: { operator2: id },
        inConsole: () => ada.post(`/operators/${id}/roles`, { roles: ["finance"], reason }),
        atTerminal: ["change-roles", email, "finance", "--reason", reason],
      };
    },
    "/operators/{id}/disable": async () => {
      const { id, email } = await operatorConsole.operator("support");
      return {
        names: { operator2: id },
        inConsole: () => ada.post(`/operators/${id}/disable`, { reason }),
        atTerminal: ["disable-operator", email, "--reason", reason],
      };
    },
    "/operators/{id}/keys/{keyId}/end": async () => {
      const other = await operatorConsole.operator("support");
      const { id } = json<{ id: string }>(await other.post(`/operators/${other.id}/keys`, { name: "Laptop" }));
      return {
        names: { operator2: other.id, key: id },
        inConsole: () => ada.post(`/operators/${other.id}/keys/${id}/end`, {}),
        atTerminal: ["end-key", other.email, id],
      };
    },
  } as const satisfies Readonly<Record<string, Act>>;
}
