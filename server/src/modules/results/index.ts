export { openRecord, sealRecord, type FoundRecord } from "./record.ts";
export { deleteResults, insertResult, readOpenResult, type SealedResult } from "./store.ts";
