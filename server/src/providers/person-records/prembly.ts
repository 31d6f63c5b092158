import type { Line } from "../line.ts";
import type { LookupAnswer, PersonFound, Source } from "../source.ts";
import { membersOf, textOf } from "../wire-json.ts";
import { type PersonShape, readPerson } from "./person.ts";
import { type Members, premblyCall, type PremblySettings } from "./prembly-call.ts";
import { bvnByPhoneShape, bvnShape, ninShape, phoneShape } from "./prembly-shapes.ts";

/** Prembly's look-ups of persons. Source: providers 2.1. */
export function prembly(line: Line, settings: PremblySettings) {
  const call = premblyCall(line, settings);
  const source = <Asked>(ask: Source<Asked, PersonFound>["ask"]): Source<Asked, PersonFound> => ({
    provider: line.name,
    standing: () => line.standing(),
    ask,
  });
  const byNumber = (path: string, shape: PersonShape) =>
    source<string>((number, attemptId) =>
      call(path, { number, customer_reference: attemptId }, (answer, reference) =>
        personIn(answer, shape, number, reference),
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
        (answer, reference) => unlikeness(answer["face_data"]) ?? personIn(answer, ninShape, nin, reference),
      ),
    ),
  };
}

function personIn(
  answer: Members,
  shape: PersonShape,
  asked: string,
  reference: string | null,
): LookupAnswer<PersonFound> | undefined {
  const person = readPerson(answer["nin_data"] ?? answer["bvn_data"] ?? answer["data"], shape, asked);
  return person && { kind: "found", record: { ...person, reference } };
}

/** Percent. Below it not even the provider's own word is taken for a match. */
const leastConfidence = 50;

/**
 * Why a picture does not let the record out; undefined where it shows the person. A face that is somebody else's is "not
 * found": no record belongs to this NIN with this face. That costs as a wrong number does, so that nobody tries NINs for
 * nothing, and tells no more than that. A picture nobody could judge is a failure, and the money goes back.
 */
function unlikeness(face: unknown): Exclude<LookupAnswer<never>, { readonly kind: "found" }> | undefined {
  const { status, response_code: code, confidence } = membersOf(face);
  if (textOf(code) === "01") return { kind: "not_found" };
  const isMatch = status === true && textOf(code) === "00" && Number(textOf(confidence)) >= leastConfidence;
  return isMatch ? undefined : { kind: "failed", why: "face_unclear" };
}
