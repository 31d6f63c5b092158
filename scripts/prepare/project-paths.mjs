import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Temporary files of the scripts, not committed. */
export const notes = join(root, ".tmp");
