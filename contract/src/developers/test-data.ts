/** What the last four characters of a value do in test mode; `docs/sandbox.md` has the details. */
export const reservedEndings = [
  { ending: "0000", result: "No record. Charged." },
  { ending: "0001", result: "The source answers with an error. Refunded." },
  { ending: "0002", result: "The source does not answer." },
  { ending: "0003", result: "The answer cannot be read. Refunded." },
  { ending: "0004", result: "The answer takes 8 seconds." },
  {
    ending: "0005",
    result: "The record has no phone and no email, so the person cannot be asked. A phone's record keeps its phone.",
  },
  { ending: "0006", result: "The person is 15 today." },
  { ending: "0007", result: "Not answered twice, then answered." },
  { ending: "0008", result: "The source takes no requests from us. Refunded." },
  { ending: "0009", result: "The SMS to the person is never delivered." },
  { ending: "0010", result: "The person has only an email address, which rejects our email." },
  { ending: "0011", result: "One credit bureau has no record." },
  { ending: "0012", result: "The record of another person. Refunded." },
] as const;
