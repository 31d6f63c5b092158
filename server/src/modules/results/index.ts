export { type FoundFile, sealFile } from "./files.ts";
export { resultFileRoutes } from "./files-routes.ts";
export { openRecord, sealRecord, type FoundRecord } from "./record.ts";
export { deleteResults, insertResult, readOpenResult, readOpenResults } from "./store.ts";
