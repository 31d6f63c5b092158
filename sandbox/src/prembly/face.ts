import { chanceFrom } from "../kernel/chance.ts";
import { textIn } from "../kernel/fields.ts";
import type { LookupHandler } from "./handler.ts";
import { ninLookup, ninRecord } from "./nin.ts";

/** Stands behind the last byte of a picture, where no viewer looks, before the number of the person whose face it shows. */
export const faceMark = "\nface of ";

/** `POST /verification/nin_w_face`: a NIN's record, and whether a picture shows that person. */
export const ninFaceLookup: LookupHandler = {
  product: "nin_face",
  path: "/nin_w_face",
  payloadKey: "nin_data",
  price: "150.00",
  readNumber: (body) => (pictureIn(body) === undefined ? undefined : ninLookup.readNumber(body)),
  record: (number, behaviour, now) => ninRecord(number, behaviour, now),
  /** A picture without a mark, such as one from a camera, shows whoever is asked for. */
  beside(body, number) {
    const picture = pictureIn(body) ?? Buffer.alloc(0);
    const at = picture.lastIndexOf(faceMark);
    const isTheirs = at < 0 || picture.toString("latin1", at + faceMark.length) === number;
    const tenths = chanceFrom(`face:${number}`).between(0, 99);
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

function pictureIn(body: unknown): Buffer | undefined {
  const text = textIn(body, "image")?.replace(/^data:image\/[a-z]+;base64,/, "");
  return text && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined;
}
