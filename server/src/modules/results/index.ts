export { type ResultFile, sealResultFile } from "./result-files.ts";
export { resultFileRoutes } from "./file-routes.ts";
export { redactRecord, openRecord, sealRecord, type SourceRecord } from "./record.ts";
export { keepRequestedParts, redactParts } from "./rules.ts";
export { deleteResults, insertResults, type NewResult, findVisibleResult, findVisibleResults } from "./store.ts";
