import type { ResultRequest } from "../result-query.ts";

/** A request whose record may be seen, for tests. */
export const exampleRequest = (but: Partial<ResultRequest> = {}): ResultRequest => ({
  consent: "granted",
  searchType: "nin",
  searchValue: "70123456789",
  message: "View Result",
  error: null,
  outcome: "DELIVERED",
  createdAt: "2026-11-20T09:00:00.000Z",
  decidedAt: "2026-11-20T10:42:00.000Z",
  decidedBy: "sms",
  deadline: null,
  goneAt: null,
  plateOwner: null,
  nameMatch: null,
  now: "2026-11-20T11:30:00.000Z",
  asked: [],
  guardian: null,
  source: null,
  purpose: "tenancy",
  requester: "Tola Obi",
  withheld: [],
  data: {},
  end: null,
  ownerEnd: null,
  ...but,
});
