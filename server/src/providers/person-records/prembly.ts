import type { ProviderClient } from "../provider-client.ts";
import type { LookupResult, PersonFound, Source } from "../source.ts";
import { membersOf, wireText } from "../wire-json.ts";
import { type PersonShape, parsePerson } from "./person.ts";
import { type Members, premblyCall, type PremblySettings } from "./prembly-call.ts";
import { bvnByPhoneShape, bvnShape, ninShape, phoneShape } from "./prembly-shapes.ts";

/** Prembly's lookups of persons. */
export function prembly(client: ProviderClient, settings: PremblySettings) {
  const call = premblyCall(client, settings);
  const source = <Asked>(ask: Source<Asked, PersonFound>["query"]): Source<Asked, PersonFound> => ({
    provider: client.name,
    health: () => client.health(),
    query: ask,
  });
  const byNumber = (path: string, shape: PersonShape) =>
    source<string>((number, attemptId) =>
      call(path, { number, customer_reference: attemptId }, (response, reference) =>
        parsePersonResult(response, shape, number, reference),
      ),
    );
  return {
    nin: byNumber("vnin", ninShape),
    phone: byNumber("phone_number/advance", phoneShape),
    bvn: byNumber("bvn", bvnShape),
    bvnByPhone: byNumber("bvn_with_phone_advance", bvnByPhoneShape),
    ninFace: source<{ readonly nin: string; readonly image: string }>(({ nin, image }, attemptId) =>
      call(
        "nin_w_face",
        { number: nin, image, customer_reference: attemptId },
        (response, reference) =>
          findFaceMismatch(response["face_data"]) ?? parsePersonResult(response, ninShape, nin, reference),
      ),
    ),
  };
}

function parsePersonResult(
  response: Members,
  shape: PersonShape,
  asked: string,
  reference: string | null,
): LookupResult<PersonFound> | undefined {
  const person = parsePerson(response["nin_data"] ?? response["bvn_data"] ?? response["data"], shape, asked);
  return person && { kind: "found", record: { ...person, reference } };
}

/** Percent. Below it, the provider's "match" is not accepted. */
const minConfidencePercent = 50;

/**
 * Why a picture does not release the record; undefined if it shows the person. Another person's face is "not
 * found": there is no record for this NIN with this face. It costs the same as a wrong number, so that testing NINs
 * is not free, and reveals no more. A picture that could not be compared is a failure and is refunded.
 */
function findFaceMismatch(face: unknown): Exclude<LookupResult<never>, { readonly kind: "found" }> | undefined {
  const { status, response_code: code, confidence } = membersOf(face);
  if (wireText(code) === "01") return { kind: "not_found" };
  const isMatch = status === true && wireText(code) === "00" && Number(wireText(confidence)) >= minConfidencePercent;
  return isMatch ? undefined : { kind: "failed", why: "face_unclear" };
}
