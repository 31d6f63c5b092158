import { seededRandom } from "../kernel/seeded-random.ts";
import { textIn } from "../kernel/fields.ts";
import type { LookupHandler } from "./lookup-handler.ts";
import { ninLookup } from "./nin.ts";

/**
 * `POST /verification/nin_w_face`: a NIN's record, and whether an image shows that person. The image is not
 * examined: it always
 * matches, unless the NIN has the ending for another person.
 */
export const ninFaceLookup: LookupHandler = {
  product: "nin_face",
  path: "/nin_w_face",
  payloadKey: "nin_data",
  price: "150.00",
  readNumber: (body) => (hasPicture(body) ? ninLookup.readNumber(body) : undefined),
  record: ninLookup.record,
  extraFields(number, behaviour) {
    const isTheirs = behaviour !== "other_person";
    const tenths = seededRandom(`face:${number}`).between(0, 99);
    return {
      face_data: {
        status: isTheirs,
        message: isTheirs ? "Face match" : "Face does not match",
        response_code: isTheirs ? "00" : "01",
        confidence: (isTheirs ? 90 : 15) + tenths / 10,
      },
    };
  },
};

function hasPicture(body: unknown): boolean {
  const text = textIn(body, "image") ?? "";
  return /^(https?:\/\/|(data:image\/[a-z]+;base64,)?[A-Za-z0-9+/]+={0,2}$)/.test(text);
}
