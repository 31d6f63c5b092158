export { openRecord, sealRecord, type FoundRecord } from "./record.ts";
export { deleteResults, insertResult, readOpenResult, readOpenResults } from "./store.ts";
