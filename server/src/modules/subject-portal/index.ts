export { recordArrivedCase } from "./cases/arrived-case.ts";
export { eraseExpiredCases } from "./cases/erase-expired-cases.ts";
export { caseJobs } from "./cases/jobs.ts";
export { answerCase, readCase, readOpenedCase } from "./cases/operator-cases.ts";
export {
  countOpenCases,
  findOpenSubjectCases,
  findSubjectCase,
  hasOpenMisuseReport,
  type SubjectCase,
} from "./cases/store.ts";
export { assignSubjectCase, findSubjectCasePage, summariseSubjectCases } from "./cases/work-store.ts";
export { subjectPortalRoutes } from "./routes.ts";
export { subjectPortalRetentionRules } from "./retention-rules.ts";
export { revokeSubjectSessions } from "./my-data/session-store.ts";
