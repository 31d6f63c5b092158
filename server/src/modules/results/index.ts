export { type ResultFile, sealResultFile } from "./result-files.ts";
export { resultFileRoutes } from "./file-routes.ts";
export {
  deleteKeylessPieces,
  destroyUnusedPieceKeys,
  discardPieces,
  discardUngrantedPieces,
} from "./discard-pieces.ts";
export {
  keyIdsOf,
  openPieces,
  openRecord,
  redactWholeRecord,
  sealPieces,
  sealRecord,
  type SourceRecord,
} from "./record.ts";
export { keepParts, redactParts } from "./rules.ts";
export { readSubjectAnswers } from "./subject-answers.ts";
export {
  deleteResults as purge,
  findPieceKeys,
  findUndiscardedRequests,
  findVisibleOwner,
  findVisibleResult,
  findVisibleResults,
  insertResults,
  type NewResult,
} from "./store.ts";
export { resultsView } from "./read-views.ts";
export { findRecordViews, recordViews } from "./record-views.ts";
export { resultRetentionRules } from "./retention-rules.ts";
