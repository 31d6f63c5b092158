export { closingKind, onClosingExpired } from "./closing-requests.ts";
export { destroyClosedAccountKey } from "./destroy-key.ts";
export { recloseAccount } from "./reclose-account.ts";
export { accountClosureRoutes } from "./routes.ts";
