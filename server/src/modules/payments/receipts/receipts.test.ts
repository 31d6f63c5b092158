import { inflateSync } from "node:zlib";
import { naira } from "@idanimo/contract/money";
import { apiBase } from "@idanimo/contract/operation";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parsePdf } from "../../../documents/testing/parse-pdf.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { completeLookup, payPurchase } from "../../../testing/lookup-steps.ts";
import { drawReceipt } from "./draw-receipt.ts";
import { maskEmail, buildReceipt, sellerFacts } from "./receipt.ts";
import { findReceiptData } from "./store.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  expect(app.jobFailures()).toEqual([]);
  await app.checkInvariants();
});
afterAll(() => app.close());

const receiptPath = (reference: string) => `/user/receipts/${reference}.pdf`;
const emailsTo = (user: TestUser) => app.providers.mail.sent.filter(({ to }) => to === user.email);
async function payOnline(
  user: TestUser,
  reference: string,
  but?: { currency: string; minor: bigint },
): Promise<string> {
  app.providers.cardPayments.reportPaid(reference, but);
  await user.get(`/payment/check?transactionRef=${reference}`);
  await app.drainQueue();
  return reference;
}
const topUp = async (user: TestUser) => payOnline(user, await app.startPayment(user, naira(20_000_00n)));
async function receiptEmail(user: TestUser, reference: string) {
  const sold = await app.db.transaction({ owner: user.id }, (tx) => findReceiptData(tx, user.id, reference));
  if (!sold) throw new Error("no receipt data");
  return buildReceipt(sold);
}
/** The text of a PDF, with its compressed streams inflated. */
function readText(pdf: Buffer): string {
  const text = pdf.toString("latin1");
  const streams = [...text.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].map(([, part = ""]) => {
    try {
      return inflateSync(Buffer.from(part, "latin1")).toString("latin1");
    } catch {
      return part;
    }
  });
  return [text, ...streams].join("\n");
}

describe("a receipt as PDF", () => {
  test("shows a top-up with its payment method and Lagos time", async () => {
    const user = await app.user();
    const reference = await topUp(user);
    const response = await user.get(receiptPath(reference));
    expect([response.statusCode, response.headers["content-type"], response.headers["cache-control"]]).toEqual([
      200,
      "application/pdf",
      "no-store",
    ]);
    expect(response.headers["content-disposition"]).toBe(`attachment; filename="Idanimo-${reference}.pdf"`);
    expect(response.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    const receipt = await receiptEmail(user, reference);
    expect(receipt).toMatchObject({
      title: "Top-up receipt",
      sum: { label: "Added to your wallet", amount: "₦20,000" },
      total: { value: "₦20,000" },
      refunds: [],
    });
    expect(receipt.facts).toContainEqual({ label: "Reference", value: reference });
    expect(receipt.facts).toContainEqual({ label: "Account", value: maskEmail(user.email) });
  });

  test("shows lines, tax and method of a purchase, by either of its references", async () => {
    const user = await app.user({ NGN: 588_00n });
    const [byWallet, byCard] = [await app.purchase(user), await app.purchase(user)];
    await payPurchase(user, byWallet);
    const reference = await payOnline(user, await app.startPayment(user, byCard));
    const wallet = await receiptEmail(user, byWallet.transactionID);
    expect(wallet.lines).toEqual([
      { label: "NIN", value: "₦500" },
      { label: "VAT", value: "₦38" },
      { label: "Service and processing fees", value: "₦50" },
    ]);
    expect(wallet.facts).toContainEqual({ label: "Paid with", value: "Wallet" });
    const card = await receiptEmail(user, byCard.transactionID);
    expect(card.facts).toContainEqual({ label: "Payment", value: reference });
    expect(await receiptEmail(user, reference)).toEqual(card);
    expect((await user.get(receiptPath(reference))).statusCode).toBe(200);
    const looks = "select object_id as of from audit_log where action = 'downloaded_receipt' and actor_id = $1";
    expect((await app.owner.query(looks, [user.id])).rows).toEqual([{ of: byCard.id }]); // one audit row
  });

  test("shows VAT together with the charges for a purchase of an earlier release", async () => {
    const user = await app.user({ NGN: 588_00n });
    const bought = await app.purchase(user);
    await app.owner.query("update purchases set vat_minor = null where id = $1", [bought.id]);
    await payPurchase(user, bought);
    expect((await receiptEmail(user, bought.transactionID)).lines).toContainEqual({
      label: "Tax and charges",
      value: "₦88",
    });
  });

  test("shows refunds, but never the search value or the subject [T-54]", async () => {
    const user = await app.user({ NGN: 588_00n });
    const bought = await completeLookup(app, user, { kind: "failed", why: "server_error" });
    const receipt = await receiptEmail(user, bought.transactionID);
    expect(receipt.refunds).toMatchObject([{ value: "₦588" }]);
    expect(JSON.stringify(receipt)).not.toContain(bought.nin);
    expect(JSON.stringify(receipt)).not.toContain(user.email);
  });

  test("sums refunds of one type in one line, and shows the time of a single one", () => {
    const buyer = { name: "Ada Obi", businessName: null, email: "ada@example.test" };
    const when = new Date("2026-11-21T10:00:00Z");
    const { refunds } = buildReceipt({
      kind: "purchase",
      id: "x",
      reference: "EA00000000000000",
      at: when,
      lines: [],
      tax: naira(0n),
      vat: naira(0n),
      total: naira(0n),
      payment: undefined,
      refunds: [
        { searchType: "nin", lines: 4312, amount: naira(2_535_456_00n), at: when },
        { searchType: "bvn", lines: 1, amount: naira(1_125_00n), at: when },
      ],
      buyer,
    });
    expect(refunds).toEqual([
      { label: "NIN, 4,312 lines", value: "₦2,535,456" },
      { label: "BVN, November 21, 2026 at 11:00 AM, Lagos time", value: "₦1,125" },
    ]);
  });

  test("shows a surplus as a top-up of the wallet", async () => {
    const user = await app.user();
    const reference = await payOnline(user, await app.startPayment(user, await app.purchase(user)), naira(600_00n));
    expect(await receiptEmail(user, reference)).toMatchObject({ title: "Top-up receipt", sum: { amount: "₦12" } });
  });

  test("has a reading order, title and language, and prints ₦ and Yoruba letters", async () => {
    const row = { label: "NIN", value: "₦588" };
    const receipt = {
      title: "Payment receipt",
      sum: { label: "Paid", amount: "₦588" },
      facts: [{ label: "Name", value: "Ṣọlá Adébáyọ̀" }],
      seller: [],
      lines: Array.from({ length: 40 }, () => row),
      total: row,
      refunds: [row],
    };
    const pdf = readText(await drawReceipt(receipt, new Date("2026-11-21T10:00:00Z")));
    for (const part of [
      "/Lang (en-NG)",
      "/StructTreeRoot",
      "/Marked true",
      "/S /H1",
      "/S /TH",
      "/DisplayDocTitle true",
    ])
      expect(pdf).toContain(part);
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(2); // the rest continues on a second page
    for (const letter of ["₦", "Ṣ", "ọ", "\u0300"])
      expect([letter, pdf.includes(`<${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)]).toEqual([letter, true]);
  });
});

describe("the seller on a receipt", () => {
  const seller = { legalName: "Idanimo Limited, RC 123456", taxNumber: "12345678-0001", vatNumber: "VAT-1" };

  test("has name, address, TIN and VAT number as far as they are set", () => {
    expect(sellerFacts(seller, "12 Allen Avenue, Ikeja").map(({ label }) => label)).toEqual([
      "Sold by",
      "Address",
      "TIN",
      "VAT number",
    ]);
    expect(sellerFacts({ ...seller, vatNumber: "", legalName: "" }, "")).toEqual([
      { label: "TIN", value: "12345678-0001" },
    ]);
  });

  test("is printed below the buyer's facts", async () => {
    const row = { label: "NIN", value: "₦588" };
    const pdf = await drawReceipt(
      {
        title: "Payment receipt",
        sum: { label: "Paid", amount: "₦588" },
        facts: [{ label: "Name", value: "Ada Obi" }],
        seller: sellerFacts(seller, "12 Allen Avenue, Ikeja"),
        lines: [row],
        total: row,
        refunds: [],
      },
      new Date("2026-11-21T10:00:00Z"),
    );
    const { spokenText, pages } = parsePdf(pdf);
    expect(spokenText).toContain(
      "Name Ada Obi Sold by Idanimo Limited, RC 123456 Address 12 Allen Avenue, Ikeja TIN 12345678-0001 VAT number VAT-1",
    );
    expect(pages).toHaveLength(1);
  });
});

describe("access to a receipt [T-27]", () => {
  test("returns 404 to other users, for unpaid references and for invalid ones", async () => {
    const [owner, other] = [await app.user(), await app.user()];
    const reference = await topUp(owner);
    const unpaid = await app.purchase(owner);
    const open = await app.startPayment(owner, naira(2_000_00n));
    const never = await other.get(receiptPath("EA00000000000000"));
    expect((await other.get(receiptPath(reference))).body).toBe(never.body);
    for (const path of [
      receiptPath(unpaid.transactionID),
      receiptPath(open),
      "/user/receipts/x.pdf",
      `/user/receipts/${reference}`,
    ])
      expect([path, (await owner.get(path)).statusCode]).toEqual([path, 404]);
  });

  test("returns 401 to a program without a session, and redirects a browser to sign-in", async () => {
    const url = apiBase + receiptPath("EA00000000000000");
    expect((await app.app.inject({ url })).json()).toMatchObject({ code: "not_signed_in" });
    const { statusCode, headers } = await app.app.inject({ url, headers: { accept: "text/html" } });
    expect([statusCode, headers.location]).toEqual([303, "/login"]);
  });
});

describe("a receipt by email", () => {
  test("is sent once for a top-up, without the amount in its subject", async () => {
    const user = await app.user();
    const reference = await topUp(user);
    await payOnline(user, reference);
    await app.product.jobs["send_receipt"]?.({ reference } as never);
    await app.drainQueue();
    const mails = emailsTo(user);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe("Your wallet was topped up");
    for (const part of ["₦20,000 was added", reference, "New balance: ₦20,000", receiptPath(reference), "Lagos time"])
      expect(mails[0]?.text).toContain(part);
  });

  test("is sent for a purchase paid by card, with types of lookups but no number", async () => {
    const user = await app.user();
    const bought = await app.purchase(user);
    await payOnline(user, await app.startPayment(user, bought));
    const mails = emailsTo(user).filter(({ subject }) => subject === "Your payment was received");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("For: NIN");
    expect(mails[0]?.text).toContain(receiptPath(bought.transactionID));
    expect(mails[0]?.text).not.toContain(bought.nin);
  });

  test("shows a late payment as a top-up of the wallet", async () => {
    const user = await app.user();
    const reference = await app.startPayment(user, await app.purchase(user));
    await app.setClockOffset(31 * 60_000);
    await app.runSchedule("reconcile_payments");
    await payOnline(user, reference);
    expect(emailsTo(user)[0]?.text).toContain("₦588 was added to your wallet");
  });

  test("is not sent for a failed payment or a wallet payment", async () => {
    const user = await app.user({ NGN: 588_00n });
    const error = await app.startPayment(user, naira(2_000_00n));
    app.providers.cardPayments.respondToQuery(error, {
      kind: "failed",
      providerId: "x",
      paid: naira(0n),
      said: "Declined",
    });
    await user.get(`/payment/check?transactionRef=${error}`);
    await payPurchase(user, await app.purchase(user));
    await app.drainQueue();
    expect(emailsTo(user)).toEqual([]);
  });
});
