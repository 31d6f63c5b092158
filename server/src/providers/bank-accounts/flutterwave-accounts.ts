import * as z from "zod/mini";
import type { FlutterwaveSettings } from "../card-payments/flutterwave.ts";
import type { HttpOutcome, HttpResponse } from "../http-client.ts";
import { faultUnless, jsonBodyOf, unusableOutcome } from "../lookup-outcome.ts";
import { joinUrl, type ProviderClient } from "../provider-client.ts";
import type { LookupResult, Source } from "../source.ts";
import { membersOf, wireText } from "../wire-json.ts";

/** The name of an account's holder, by Flutterwave's "Resolve account details" (v3). */

export type BankAccountQuery = { readonly accountNumber: string; readonly bankCode: string };

export const bankAccountFound = z.object({ accountNumber: z.string(), bankCode: z.string(), accountName: z.string() });
export type BankAccountFound = z.output<typeof bankAccountFound>;

const nameMaxLength = 200;

export function flutterwaveAccounts(
  client: ProviderClient,
  settings: FlutterwaveSettings,
): Source<BankAccountQuery, BankAccountFound> {
  const url = joinUrl(settings.baseUrl, "accounts/resolve");
  const headers = { authorization: `Bearer ${settings.secretKey}` };
  return {
    provider: client.name,
    health: () => client.health(),
    async query({ accountNumber, bankCode }) {
      const body = { account_number: accountNumber, account_bank: bankCode };
      return parseAccount(await client.request({ method: "POST", url, headers, body }, findFault), bankCode);
    },
  };
}

/** A 400 about the account number is published as the response for an account that does not exist. */
const isUnknownAccount = ({ status, json }: Pick<HttpResponse, "status" | "json">) =>
  status === 400 && /account number is invalid/i.test(wireText(membersOf(json)["message"]) ?? "");

const findUnreadable = faultUnless(({ json }) => readAccount(json) !== undefined);
const findFault = (response: HttpResponse) =>
  isUnknownAccount(response)
    ? undefined
    : (findUnreadable(response) ?? (response.status >= 400 ? "rejected" : undefined));

function parseAccount(end: HttpOutcome, bankCode: string): LookupResult<BankAccountFound> {
  if (end.kind === "response" && isUnknownAccount(end)) return { kind: "not_found" };
  const unusable = unusableOutcome(end);
  if (unusable) return unusable;
  const account = readAccount(jsonBodyOf(end));
  return account ? { kind: "found", record: { ...account, bankCode } } : { kind: "failed", why: "unreadable" };
}

function readAccount(json: unknown): Omit<BankAccountFound, "bankCode"> | undefined {
  const { status, data } = membersOf(json);
  const members = membersOf(data);
  const accountNumber = wireText(members["account_number"]);
  const accountName = wireText(members["account_name"])?.slice(0, nameMaxLength);
  if (wireText(status) !== "success" || accountNumber === undefined || accountName === undefined) return undefined;
  return { accountNumber, accountName };
}
