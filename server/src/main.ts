import { enableCompileCache } from "node:module";
import { join } from "node:path";

// must come before other imports: the compile cache, stored beside the data, shortens the start
enableCompileCache(join(process.env["DATA_DIR"] || ".data", "compiled"));
await import("./app/startup.ts");
