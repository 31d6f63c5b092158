import { phoneOf } from "./phones.ts";
import type { CompanyRecord, StakeholderRecord } from "@idanimo/contract/checks/company/record";
import type {
  CardPayments,
  ListedPage,
  OpenedPage,
  PaymentOrder,
  ProviderPaymentStatus,
} from "../providers/card-payments/port.ts";
import type { DomainRecords } from "../providers/domain-records/port.ts";
import type { Providers } from "../providers/index.ts";
import type { IpLookup } from "../providers/ip-lookup/port.ts";
import type { LiveFace } from "../providers/live-face/port.ts";
import type { Mail } from "../providers/mail/port.ts";
import type { Push, PushDevice, PushMessage, PushResult } from "../providers/push/port.ts";
import type { Sources } from "../providers/sources.ts";
import type { SendResult, Sms } from "../providers/sms/port.ts";
import type { LookupResult, PersonFound, Source, Subject } from "../providers/source.ts";

/** Responses to return one after the other; the last one repeats. */
class ScriptedResponses<Answer> {
  #answers: readonly Answer[];
  #at = 0;

  constructor(first: Answer) {
    this.#answers = [first];
  }

  set(answers: readonly Answer[]): void {
    this.#answers = answers;
    this.#at = 0;
  }

  next(): Answer {
    const answer = this.#answers[Math.min(this.#at, this.#answers.length - 1)];
    if (answer === undefined) throw new Error("no response is scripted");
    this.#at += 1;
    return answer;
  }
}

const pageOrigin = "https://pay.example";

/** A card provider with scripted responses; the real adapter reads its webhooks (`readNotice`). */
export class FakeCardPayments implements CardPayments {
  readonly name: string;
  readonly pageOrigin = pageOrigin;
  readonly readNotice: CardPayments["readNotice"];
  /** Every page opened and every reference queried, in order. */
  readonly orders: PaymentOrder[] = [];
  readonly queried: string[] = [];
  /** Called during a query, for events that happen meanwhile. */
  onAsk: ((reference: string) => Promise<void>) | undefined;
  readonly #pages = new ScriptedResponses<OpenedPage | "link">("link");
  readonly #words = new Map<string, ScriptedResponses<ProviderPaymentStatus>>();

  constructor(real: Pick<CardPayments, "name" | "readNotice">) {
    this.name = real.name;
    this.readNotice = (headers, body) => real.readNotice(headers, body);
  }

  /** Sets the next responses to opening a page. */
  respondToOpen(...answers: readonly (OpenedPage | "link")[]): void {
    this.#pages.set(answers);
  }

  /** Sets the next responses to a query of this reference; without it the payment is unknown. */
  respondToQuery(reference: string, ...words: readonly ProviderPaymentStatus[]): void {
    const script =
      this.#words.get(reference) ?? new ScriptedResponses<ProviderPaymentStatus>({ kind: "unknown_there" });
    script.set(words);
    this.#words.set(reference, script);
  }

  /** Reports that an order was paid, with its own amount by default. */
  reportPaid(reference: string, paid?: { readonly currency: string; readonly minor: bigint }): void {
    const order = this.orders.find((one) => one.reference === reference);
    const amount = paid ?? order?.amount;
    if (!amount) throw new Error(`no page was opened for ${reference}`);
    this.respondToQuery(reference, {
      kind: "successful",
      providerId: `id-${reference}`,
      paid: amount,
      said: "Approved",
    });
  }

  openPage(order: PaymentOrder): Promise<OpenedPage> {
    this.orders.push(order);
    const page = this.#pages.next();
    return Promise.resolve(page === "link" ? { kind: "opened", link: `${pageOrigin}/page/${order.reference}` } : page);
  }

  /** The listed payments of a day, by page; none by default. */
  lists: (day: string) => AsyncIterable<ListedPage> | Iterable<ListedPage> = () => [];

  async *listTransactions(day: string): AsyncGenerator<ListedPage> {
    yield* this.lists(day);
  }

  async queryPayment(reference: string): Promise<ProviderPaymentStatus> {
    this.queried.push(reference);
    await this.onAsk?.(reference);
    return this.#words.get(reference)?.next() ?? { kind: "unknown_there" };
  }
}

/** A source with scripted responses, and a record for every other value. */
export class FakeSource<Asked, Found> implements Source<Asked, Found> {
  readonly provider: string;
  /** Every call, in order. */
  readonly queries: { readonly asked: Asked; readonly attemptId: string }[] = [];
  state: "up" | "slow" | "down" = "up";
  /** Called during a call, for events that happen meanwhile. */
  onAsk: ((asked: Asked) => Promise<void>) | undefined;
  readonly #usually: (asked: Asked) => LookupResult<Found>;
  readonly #answers = new Map<string, ScriptedResponses<LookupResult<Found>>>();

  constructor(provider: string, usually: (asked: Asked) => LookupResult<Found>) {
    this.provider = provider;
    this.#usually = usually;
  }

  health(): { readonly state: "up" | "slow" | "down"; readonly usualSeconds: number | null } {
    return { state: this.state, usualSeconds: 1 };
  }

  /** Sets the next responses for this value. */
  respondTo(asked: Asked, ...answers: readonly LookupResult<Found>[]): void {
    const key = JSON.stringify(asked);
    const script = this.#answers.get(key) ?? new ScriptedResponses<LookupResult<Found>>({ kind: "not_found" });
    script.set(answers);
    this.#answers.set(key, script);
  }

  async query(asked: Asked, attemptId: string): Promise<LookupResult<Found>> {
    this.queries.push({ asked, attemptId });
    await this.onAsk?.(asked);
    return this.#answers.get(JSON.stringify(asked))?.next() ?? this.#usually(asked);
  }
}

/** A register in which every number belongs to an adult with a phone, unless a test scripts otherwise. */
export class FakePersons extends FakeSource<string, PersonFound> {
  constructor(provider = "fake_register") {
    super(provider, (number) => ({ kind: "found", record: adultPerson(number) }));
  }

  get asked(): readonly { readonly nin: string; readonly attemptId: string }[] {
    return this.queries.map(({ asked, attemptId }) => ({ nin: asked, attemptId }));
  }
}

type PersonDetails = Subject & Pick<PersonFound, "fields">;

/** The record of an adult with a phone of their own; `but` replaces fields. */
export function adultPerson(number: string, but: Partial<PersonDetails> = {}): PersonFound {
  const { birthDate, contact, fields }: PersonDetails = {
    birthDate: "1990-04-12",
    contact: { phone: phoneOf(number), mail: null },
    fields: { firstname: "Ngozi", surname: "Made-Up", birthdate: "12-04-1990" },
    ...but,
  };
  return { number, reference: null, subject: { birthDate, contact }, fields };
}

/** Records what it is given to send. */
class Outbox<Message> {
  readonly sent: Message[] = [];
  readonly #answers = new ScriptedResponses<SendResult | "sent">("sent");

  /** Sets the next results of sending. */
  respondWith(...answers: readonly (SendResult | "sent")[]): void {
    this.#answers.set(answers);
  }

  send(message: Message): Promise<SendResult> {
    const answer = this.#answers.next();
    if (answer !== "sent") return Promise.resolve(answer);
    this.sent.push(message);
    return Promise.resolve({ kind: "sent", messageId: `message-${this.sent.length}` });
  }
}

type SmsMessage = Parameters<Sms["send"]>[0];
type MailMessage = Parameters<Mail["send"]>[0];

/** A gateway that records what it is given; the real adapter reads its webhooks (`readNotice`). */
export class FakeSms extends Outbox<SmsMessage> implements Sms {
  readonly name: string;
  readonly readNotice: Sms["readNotice"];

  constructor(real: Pick<Sms, "name" | "readNotice">) {
    super();
    this.name = real.name;
    this.readNotice = (headers, body) => real.readNotice(headers, body);
  }
}

export class FakeMail extends Outbox<MailMessage> implements Mail {
  readonly name = "fake_mail";
  close(): void {}
}

/** Push services that record what they are given; the real adapter decides which devices are accepted. */
export class FakePush implements Push {
  readonly publicKey = "a-public-key";
  readonly accepts: Push["accepts"];
  readonly sent: { readonly endpoint: string; readonly words: PushMessage }[] = [];
  readonly #answers = new Map<string, ScriptedResponses<PushResult>>();

  constructor(real: Pick<Push, "accepts">) {
    this.accepts = (device) => real.accepts(device);
  }

  /** Sets the next results for a device's service; `sent` by default. */
  respondTo(endpoint: string, ...answers: readonly PushResult[]): void {
    const script = new ScriptedResponses<PushResult>({ kind: "sent" });
    script.set(answers);
    this.#answers.set(endpoint, script);
  }

  send({ endpoint }: PushDevice, words: PushMessage): Promise<PushResult> {
    const answer = this.#answers.get(endpoint)?.next() ?? { kind: "sent" };
    if (answer.kind === "sent") this.sent.push({ endpoint, words });
    return Promise.resolve(answer);
  }
}

/** The fictitious company with this number, which its id in the register ends with. */
export function fakeCompany(rc: string): CompanyRecord {
  const cacid = `411${rc}`;
  return {
    id: cacid,
    cacid,
    approvedName: `MADE-UP FOODS ${rc} LIMITED`,
    rcNumber: rc,
    email: null,
    status: "APPROVED",
    companyStatus: "ACTIVE",
    address: "1 MADE-UP WAY",
    branchAddress: null,
    state: "LAGOS",
    lga: null,
    city: "IKEJA",
    postalCode: null,
    code: null,
    classificationId: "2",
    registrationDate: "2012-05-21",
  };
}

type CompanyQuery = { readonly by: "rc" | "name"; readonly text: string };

/** A register of companies: any number is one company, with one shareholder and one director. */
export class FakeCompanies {
  readonly search = new FakeSource<CompanyQuery, readonly CompanyRecord[]>("fake_companies", ({ text }) => ({
    kind: "found",
    record: [fakeCompany(text)],
  }));
  readonly shareholders = new FakeSource<string, readonly StakeholderRecord[]>("fake_companies", () => ({
    kind: "found",
    record: [{ stake: "Shareholder", surname: "Made-Up", firstname: "Ngozi" }],
  }));
  readonly directors = new FakeSource<string, readonly StakeholderRecord[]>("fake_companies", () => ({
    kind: "found",
    record: [{ stake: "Director", surname: "Made-Up", firstname: "Obi" }],
  }));

  readonly sources = {
    company: [this.search],
    companyShareholders: [this.shareholders],
    companyDirectors: [this.directors],
  };
}

/** DNS with the records that a test sets. */
export class FakeDomainRecords implements DomainRecords {
  /** `unreachable`: the servers of the domain do not answer. */
  readonly texts = new Map<string, readonly string[] | "unreachable">();

  find(domain: string): Promise<readonly string[] | undefined> {
    const texts = this.texts.get(domain) ?? [];
    return Promise.resolve(texts === "unreachable" ? undefined : texts);
  }
}

/** All external providers as fakes. The real adapters read and verify their webhooks. */
export type FakeProviders = Providers & {
  readonly cardPayments: FakeCardPayments;
  /** The only source of NIN records. */
  readonly personRecords: FakePersons;
  readonly sms: FakeSms;
  readonly mail: FakeMail;
  readonly push: FakePush;
  readonly domainRecords: FakeDomainRecords;
  readonly ipLookup: IpLookup;
};

/** The same needs without a source. */
const withoutSources = (real: Sources): Sources => {
  const bureau = Object.fromEntries(Object.keys(real.bureau).map((name) => [name, []]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of `real`, each with an empty list
  return { ...Object.fromEntries(Object.keys(real).map((need) => [need, []])), bureau } as unknown as Sources;
};

/** Replaces sources besides the fake NIN register; receives the real ones. */
export type SourceOverrides = (real: Sources) => Partial<Sources>;

export function createFakeProviders(
  real: Providers,
  chosen: SourceOverrides = () => ({}),
  liveFace: LiveFace | undefined = real.liveFace,
): FakeProviders {
  const personRecords = new FakePersons();
  return {
    cardPayments: new FakeCardPayments(real.cardPayments),
    personRecords,
    sources: { ...withoutSources(real.sources), nin: [personRecords], ...chosen(real.sources) },
    sms: new FakeSms(real.sms),
    mail: new FakeMail(),
    push: new FakePush(real.push),
    ipLookup: { find: (ip) => Promise.resolve({ ip, country: "Nigeria" }) },
    domainRecords: new FakeDomainRecords(),
    enterpriseSignIn: real.enterpriseSignIn,
    webhooks: real.webhooks,
    breakerRules: real.breakerRules,
    google: real.google,
    facebook: real.facebook,
    captcha: real.captcha,
    liveFace,
    health: () => ({ state: "up", usualSeconds: 1 }),
    close: () => real.close(),
  };
}
