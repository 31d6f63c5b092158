export { eraseExpiredCases } from "./cases/erase-expired-cases.ts";
export { answerCase, type CaseDeps, readCase } from "./cases/operator-cases.ts";
export { caseAnswerMaxLength } from "./cases/rules.ts";
export { countOpenCases, findOpenSubjectCases, hasOpenMisuseReport, type SubjectCase } from "./cases/store.ts";
export { subjectPortalRoutes } from "./routes.ts";
export { subjectPortalRetentionRules } from "./retention-rules.ts";
export { revokeSubjectSessions } from "./my-data/session-store.ts";
