import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Compiled code is kept beside the data: reading the sources again is most of a start. Before anything else is read.
enableCompileCache(join(process.env["DATA_DIR"] || ".data", "compiled"));
await import("./startup.ts");
