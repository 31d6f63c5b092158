import { accountForServer } from "../src/database/embedded/account.ts";
import { bundledBinaries } from "../src/database/embedded/binaries.ts";

/**
 * Makes the bundled PostgreSQL ready to run, as the product's own start does, for programs that run it by themselves. Says as
 * JSON where its programs are and, started as root, the account they run under: `{ bin, account?: { uid, gid } }`.
 */
const account = accountForServer("");
const { bin } = await bundledBinaries(account);
process.stdout.write(JSON.stringify({ bin, account }));
