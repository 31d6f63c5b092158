export { openRecord, sealRecord, type FoundRecord } from "./record.ts";
export { deleteResults, insertResult, readOpenResult } from "./store.ts";
