import { readView } from "../../database/read-view.ts";

/** When results end; never their content. */
export const resultsView = readView("results", ["request_id", "expires_at"]);
