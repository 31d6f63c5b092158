import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Runs a complete garbage collection. */
export const collectGarbage: () => void = runInNewContext("gc");
