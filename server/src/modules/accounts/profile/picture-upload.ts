import { profileImageMaxBytes } from "@idanimo/contract/limits";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";

const pngMagic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpgMagic = Buffer.from([0xff, 0xd8, 0xff]);

const rejectImage = (message: string) => fail("bad_input", {}, { fields: { profileImage: message } });

/**
 * Decodes an uploaded picture; its content decides on the type, not the type it claims. [T-57]
 * @param sent base64, with or without the prefix `data:image/...;base64,`
 */
export function decodePictureUpload(sent: string): Result<Buffer, "bad_input"> {
  const base64 = sent.replace(/^data:image\/[a-z+.-]{1,20};base64,/, "");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.toString("base64") !== base64) return rejectImage(texts.imageUnreadable); // base64 only if it encodes back to the same text
  if (bytes.length > profileImageMaxBytes) return rejectImage(texts.imageTooLarge);
  const startsWith = (magic: Buffer) => bytes.subarray(0, magic.length).equals(magic);
  return startsWith(pngMagic) || startsWith(jpgMagic) ? ok(bytes) : rejectImage(texts.imageType);
}
