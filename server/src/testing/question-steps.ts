import type { PersonFound } from "../providers/source.ts";
import type { TestApp, TestUser } from "./app.ts";
import { adultPerson } from "./fakes.ts";
import { buySearch, payPurchase } from "./lookup-steps.ts";

/** Steps of tests that buy checks of one question. */

/** A record in which every value but the names is a canary. */
export const canaryRecord = (nin: string, but: Parameters<typeof adultPerson>[1] = {}): PersonFound =>
  adultPerson(nin, {
    fields: {
      firstName: "Ngozi",
      lastName: "Made-Up",
      middleName: "CANARY-MIDDLE",
      photo: "CANARYPHOTO",
      residenceAddress: "CANARY-ADDRESS",
      religion: "CANARY-RELIGION",
      nokSurname: "CANARY-KIN",
    },
    ...but,
  });

/** The payload of a question about a name: the one in `canaryRecord`, unless replaced. */
export const nameOf = (nin: string, but: object = {}) => ({
  check: "name_match",
  nin,
  firstname: "Ngozi",
  lastname: "Made-Up",
  ...but,
});

/** What the requester sees of a request. */
export type Seen = { readonly consent: string; readonly data: Readonly<Record<string, unknown>> | null };

/** Steps that need the application. @param app returns the application, which may start later */
export function createQuestionSteps(app: () => TestApp) {
  const payer = () => app().user({ NGN: 20_000_00n });
  const session = (user: TestUser, search: object) =>
    user.post("/verification/session", { ...search, currency: "NGN", purpose: { code: "tenancy" } });
  const see = async (user: TestUser, id: string): Promise<Seen> =>
    (await user.get(`/verification/check-consent/${id}`)).json<Seen>();

  /** Buys a question, pays it and drains the queue. */
  async function ask(user: TestUser, search: object, record?: PersonFound) {
    if (record) app().providers.personRecords.respondTo(record.number, { kind: "found", record });
    const bought = await buySearch(app(), user, search);
    await payPurchase(user, bought);
    await app().drainQueue();
    const phone = record?.subject.contact.phone;
    const sms = app().providers.sms.sent.findLast((message) => message.to === phone)?.text ?? "";
    const token = /\/consent\/([A-Za-z0-9_-]{43})/.exec(sms)?.[1] ?? "";
    const code = /YES ([A-Z0-9]{6})/.exec(sms)?.[1] ?? "";
    return { ...bought, phone: phone ?? "", sms, token, code };
  }
  return { payer, session, see, ask };
}
