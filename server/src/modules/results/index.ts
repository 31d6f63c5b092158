export { type FoundFile, sealFile } from "./files.ts";
export { resultFileRoutes } from "./files-routes.ts";
export { leaveOut, openRecord, sealRecord, type FoundRecord } from "./record.ts";
export { askedForOnly, withoutParts } from "./rules.ts";
export { deleteResults, insertResults, type NewResult, readOpenResult, readOpenResults } from "./store.ts";
