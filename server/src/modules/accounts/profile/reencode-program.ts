import { buffer } from "node:stream/consumers";
import { reencodePicture } from "./reencode-picture.ts";

// Separate program: reads a picture from standard input and writes the re-encoded one to standard output. Native
// code decodes untrusted input here, so the process has no secrets and no database.
process.stdout.end(await reencodePicture(await buffer(process.stdin)));
