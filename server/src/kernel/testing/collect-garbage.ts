import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Has V8 clean up at once: what nobody holds is gone after it. */
export const collectGarbage: () => void = runInNewContext("gc");
