import type { CompanyRecord, StakeholderRecord } from "@idanimo/contract/records";
import type {
  CardPayments,
  ListedPage,
  OpenedPage,
  PaymentOrder,
  ProviderPaymentStatus,
} from "../providers/card-payments/port.ts";
import type { Providers } from "../providers/index.ts";
import type { IpLookup } from "../providers/ip-lookup/port.ts";
import type { Mail } from "../providers/mail/port.ts";
import type { Push, PushDevice, PushMessage, PushResult } from "../providers/push/port.ts";
import type { Sources } from "../providers/sources.ts";
import type { SendResult, Sms } from "../providers/sms/port.ts";
import type { LookupResult, PersonFound, Source, Subject } from "../providers/source.ts";

/** Answers to give one after the other; the last one stays. */
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
    if (answer === undefined) throw new Error("a script needs an answer");
    this.#at += 1;
    return answer;
  }
}

const pageOrigin = "https://pay.example";

/** A card provider that says what a test tells it to; its notices are read by the real adapter (`readNotice`). */
export class FakeCardPayments implements CardPayments {
  readonly name: string;
  readonly pageOrigin = pageOrigin;
  readonly readNotice: CardPayments["readNotice"];
  /** Every page opened, and every reference asked about, in order. */
  readonly orders: PaymentOrder[] = [];
  readonly queried: string[] = [];
  /** Called while the provider is being asked, for what happens meanwhile. */
  onAsk: ((reference: string) => Promise<void>) | undefined;
  readonly #pages = new ScriptedResponses<OpenedPage | "link">("link");
  readonly #words = new Map<string, ScriptedResponses<ProviderPaymentStatus>>();

  constructor(real: Pick<CardPayments, "name" | "readNotice">) {
    this.name = real.name;
    this.readNotice = (headers, body) => real.readNotice(headers, body);
  }

  /** What opening a page answers from now on, one after the other. */
  respondToOpen(...answers: readonly (OpenedPage | "link")[]): void {
    this.#pages.set(answers);
  }

  /** What asking about a reference answers from now on, one after the other; without it the payment is unknown there. */
  respondToQuery(reference: string, ...words: readonly ProviderPaymentStatus[]): void {
    const script =
      this.#words.get(reference) ?? new ScriptedResponses<ProviderPaymentStatus>({ kind: "unknown_there" });
    script.set(words);
    this.#words.set(reference, script);
  }

  /** The whole amount of an order was paid, or another one. */
  reportPaid(reference: string, paid?: { readonly currency: string; readonly minor: bigint }): void {
    const order = this.orders.find((one) => one.reference === reference);
    const amount = paid ?? order?.amount;
    if (!amount) throw new Error(`nobody opened a page for ${reference}`);
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

  /** What it lists of a day, page by page; nothing without it. */
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

/** A source that answers what a test tells it to, and otherwise finds something for everybody. */
export class FakeSource<Asked, Found> implements Source<Asked, Found> {
  readonly provider: string;
  /** Every question, in order. */
  readonly queries: { readonly asked: Asked; readonly attemptId: string }[] = [];
  state: "up" | "slow" | "down" = "up";
  /** Called while the source is being asked, for what happens meanwhile. */
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

  /** What asking this answers from now on, one after the other. */
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

/** A register in which everybody is an adult with a phone, unless a test says otherwise about a number. */
export class FakePersons extends FakeSource<string, PersonFound> {
  constructor(provider = "fake_register") {
    super(provider, (number) => ({ kind: "found", record: adultPerson(number) }));
  }

  get asked(): readonly { readonly nin: string; readonly attemptId: string }[] {
    return this.queries.map(({ asked, attemptId }) => ({ nin: asked, attemptId }));
  }
}

type PersonDetails = Subject & Pick<PersonFound, "fields">;

/** A grown-up's record with a phone of its own; `but` replaces members. */
export function adultPerson(number: string, but: Partial<PersonDetails> = {}): PersonFound {
  const { birthDate, contact, fields }: PersonDetails = {
    birthDate: "1990-04-12",
    contact: { phone: `+23480${number.slice(-8)}`, mail: null },
    fields: { firstname: "Ngozi", surname: "Made-Up", birthdate: "12-04-1990" },
    ...but,
  };
  return { number, reference: null, subject: { birthDate, contact }, fields };
}

/** Keeps what it was given to send. */
class Outbox<Message> {
  readonly sent: Message[] = [];
  readonly #answers = new ScriptedResponses<SendResult | "sent">("sent");

  /** What sending answers from now on, one after the other. */
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

/** A gateway that keeps what it was given; its notices are read by the real adapter (`readNotice`). */
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

/** Push services that keep what they were given; which devices are accepted the real adapter says. */
export class FakePush implements Push {
  readonly publicKey = "a-public-key";
  readonly accepts: Push["accepts"];
  readonly sent: { readonly endpoint: string; readonly words: PushMessage }[] = [];
  readonly #answers = new Map<string, ScriptedResponses<PushResult>>();

  constructor(real: Pick<Push, "accepts">) {
    this.accepts = (device) => real.accepts(device);
  }

  /** What a device's service answers from now on, one after the other; without it all is well. */
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

/** The made-up company with a number. Its own id in the register has it at its end. */
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

/** Everything outside, made up. What signs its notices is the real adapters' own reader. */
export type FakeProviders = Providers & {
  readonly cardPayments: FakeCardPayments;
  /** The only source of NIN records there is. */
  readonly personRecords: FakePersons;
  readonly sms: FakeSms;
  readonly mail: FakeMail;
  readonly push: FakePush;
  readonly ipLookup: IpLookup;
};

/** Nobody can be asked for anything. */
const noSources: Sources = {
  nin: [],
  phone: [],
  bvn: [],
  bvnByPhone: [],
  ninFace: [],
  demographics: [],
  fingerprint: [],
  bureau: { crc: [], firstCentral: [], creditRegistry: [] },
  company: [],
  companyShareholders: [],
  companyDirectors: [],
  vehicleId: [],
  vehicleReport: [],
  vehicleReportFile: [],
  vehicleSpecs: [],
  plate: [],
  stolen: [],
};

/** Which sources a test wants beside the made-up register of NINs; it is given the real ones. */
export type SourceOverrides = (real: Sources) => Partial<Sources>;

export function createFakeProviders(real: Providers, chosen: SourceOverrides = () => ({})): FakeProviders {
  const personRecords = new FakePersons();
  return {
    cardPayments: new FakeCardPayments(real.cardPayments),
    personRecords,
    sources: { ...noSources, nin: [personRecords], ...chosen(real.sources) },
    sms: new FakeSms(real.sms),
    mail: new FakeMail(),
    push: new FakePush(real.push),
    ipLookup: { find: (ip) => Promise.resolve({ ip, country: "Nigeria" }) },
    google: real.google,
    facebook: real.facebook,
    captcha: real.captcha,
    liveFace: real.liveFace,
    health: () => ({ state: "up", usualSeconds: 1 }),
    close: () => real.close(),
  };
}
