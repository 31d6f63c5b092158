import { expectedName, type ExpectedName } from "@idanimo/contract/expected-name";
import { seal, unseal } from "../../kernel/vault.ts";

/** The name that the requester was given, sealed with the request's key. */

const sealContextOf = (requestId: string) => ({ table: "consents", id: requestId, field: "expected_name_sealed" });

export function sealExpectedName(key: Buffer, requestId: string, name: ExpectedName): Buffer {
  return seal(key, Buffer.from(JSON.stringify(name)), sealContextOf(requestId));
}

export function openExpectedName(key: Buffer, requestId: string, sealed: Buffer): ExpectedName {
  return expectedName.parse(JSON.parse(unseal(key, sealed, sealContextOf(requestId)).toString()));
}
