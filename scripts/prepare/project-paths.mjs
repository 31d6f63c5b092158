import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Notes of the scripts, not kept in the history. */
export const notes = join(root, ".tmp");
