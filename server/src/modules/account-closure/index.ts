export { destroyClosedAccountKey } from "./close-account.ts";
export { recloseAccount } from "./reclose-account.ts";
export { accountClosureRoutes } from "./routes.ts";
