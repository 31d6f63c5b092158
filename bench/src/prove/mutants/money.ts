import { moneyCompared } from "./money-compared.ts";
import { moneyDatabase } from "./money-database.ts";
import { moneyOperators } from "./money-operators.ts";
import { moneyProofs } from "./money-proofs.ts";
import { type Mutant, seenBy } from "./mutant.ts";

const payments = "server/src/modules/payments";
const migrations = "server/src/database/migrations";

/** Prices, as they are told and as they are charged. */
const prices: readonly Mutant[] = [
  ...seenBy(
    "contract/src/pricing.test.ts",
    {
      broken: "the service fee is no part of tax and charges",
      edits: [["contract/src/pricing.ts", "item.vat[of] + item.serviceFee[of] + fee", "item.vat[of] + fee"]],
      laws: ["R-14 $why"],
    },
    {
      broken: "a quote's total leaves out its tax",
      edits: [["contract/src/pricing.ts", "total: add(sum.price, sum.tax), rate", "total: sum.price, rate"]],
      laws: ["R-14 a quote is the sum of its lines"],
    },
    {
      broken: "a second line of a file costs nothing",
      edits: [
        [
          "contract/src/pricing.ts",
          "price: times(single.price, count)",
          "price: times(single.price, Math.min(count, 1))",
        ],
      ],
      laws: ["R-14 C-09 the price of bureaus and of lines grows by one step each"],
    },
  ),
  ...seenBy("server/src/modules/pricing/prices.test.ts", {
    broken: "the list shows the naira VAT beside a dollar price",
    edits: [["contract/src/pricing.ts", "VAT2: item.vat.USD,", "VAT2: item.vat.NGN,"]],
    laws: ["R-14 the price shown, the price quoted and the price charged in %s are one"],
  }),
  ...seenBy("contract/src/expiry.test.ts", {
    broken: "a record can be opened before its subject has said yes",
    edits: [
      [
        "contract/src/expiry.ts",
        'standing.consent !== null && standing.consent !== "granted"',
        'standing.consent === "denied" || standing.consent === "terminated"',
      ],
    ],
    laws: ["R-08 of all standings only a delivered one whose subject agreed, or need not be asked, can be opened"],
  }),
];

/** Wallets: what they pay, one purchase or many together. */
const wallets: readonly Mutant[] = [
  ...seenBy("server/src/modules/wallet/pay-from.test.ts", {
    broken: "a wallet may not be spent to nothing",
    edits: [["server/src/modules/wallet/rules.ts", "balance.minor < due.minor", "balance.minor <= due.minor"]],
    laws: ["R-02 R-15 the database and the pure rule decide alike, refusals in the same order"],
  }),
  ...seenBy(`${payments}/pay-together.test.ts`, {
    broken: "each of some payments that go out together is compared with the wallet as it was before all of them",
    edits: [
      [
        `${migrations}/0029_payments_together.sql`,
        "coalesce(held[one.purse], one.balance_minor) < one.total_minor",
        "one.balance_minor < one.total_minor",
      ],
    ],
    laws: ["R-02 R-15 T-23 payments that go out together end as they would one after the other"],
  }),
  ...seenBy(
    `${payments}/wallet-payment.test.ts`,
    {
      broken: "a look-up that was paid for alone is not begun",
      edits: [
        [`${migrations}/0029_payments_together.sql`, "if jobs is not null then", "if cardinality(jobs) > 1 then"],
      ],
      laws: ["R-04 a wallet payment charges the frozen price in two legs and starts the look-up"],
    },
    {
      broken: "the database lets no wallet be spent to nothing",
      edits: [
        [
          `${migrations}/0029_payments_together.sql`,
          "coalesce(held[one.purse], one.balance_minor) < one.total_minor",
          "coalesce(held[one.purse], one.balance_minor) <= one.total_minor",
        ],
      ],
      laws: ["fifty purchases and money for ten: ten are paid and the wallet ends at nothing (R-02)"],
    },
  ),
];

/** Payments at the card provider, and what is told of them. */
const cards: readonly Mutant[] = [
  ...seenBy(
    `${payments}/instant-payment.test.ts`,
    {
      broken: "a provider's id that another payment came with is counted again",
      edits: [
        [
          `${payments}/use-cases/settle-payment.ts`,
          'kind: isTaken && word.kind === "successful" ? "failed" : word.kind,',
          "kind: word.kind,",
        ],
      ],
      laws: ["R-06 a provider's own id counts once, whatever reference it comes with"],
    },
    {
      broken: "what came counts in whichever currency it came",
      edits: [
        [
          `${migrations}/0026_laws.sql`,
          "if paid_currency is distinct from payment.currency or paid_minor is null",
          "if paid_minor is null",
        ],
      ],
      laws: ["R-05 $what is put aside and shown to a person, once"],
    },
    {
      broken: "a payment that failed is never asked about again",
      edits: [
        [
          `${payments}/payment-store.ts`,
          "or (state in ('failed', 'cancelled', 'expired') and quarantined_minor",
          "or (state in ('expired') and quarantined_minor",
        ],
      ],
      laws: ["after the provider had said %s"],
    },
    {
      broken: "a payer who asks about a payment whose page has run out asks nobody",
      edits: [[`${payments}/use-cases/check-payment.ts`, 'known.state !== "succeeded"', 'known.state === "initiated"']],
      laws: ["after its page had run out"],
    },
    {
      broken: "a late success of what was ended or paid otherwise reaches no wallet",
      edits: [
        [
          `${migrations}/0026_laws.sql`,
          "if surplus > 0 then",
          "if surplus > 0 and (purchase.id is null or bought) then",
        ],
      ],
      laws: [
        "of a purchase whose quote had ended: the purchase stays ended",
        "of a purchase that the wallet had paid meanwhile",
        "of the second of two payments of one purchase",
      ],
    },
  ),
  ...seenBy(
    `${payments}/notices-in-any-order.test.ts`,
    {
      broken: "a payment that was counted is asked about and counted again whenever we are told of it",
      edits: [
        [`${migrations}/0026_laws.sql`, "if payment.state = 'succeeded' then return 'already'; end if;", ""],
        [
          `${payments}/payment-store.ts`,
          "[...new Set(references)]}) and state <> 'succeeded'",
          "[...new Set(references)]})",
        ],
      ],
      laws: ["R-28 R-06 notices in any order", "R-28 a notice after the money went back changes nothing"],
    },
    {
      broken: "a notice about a payment that is being asked about is let go",
      edits: [
        [
          `${migrations}/0019_places_kept.sql`,
          "job_key_mode => case when run_at is null then 'preserve_run_at' else 'replace' end",
          "job_key_mode => 'unsafe_dedupe'",
        ],
      ],
      laws: ["R-28 a notice that comes while the provider is being asked is not lost"],
    },
    {
      broken: "a notice about a payment that is none of ours makes us ask",
      edits: [
        [
          `${payments}/payment-store.ts`,
          "from (select reference from payments where reference = any (${[...new Set(references)]}) and state <> 'succeeded'",
          "from (select reference from unnest(${[...new Set(references)]}::text[]) told (reference)",
        ],
      ],
      laws: ["R-28 a thousand notices about payments that are not ours cost no question, no job and no row"],
    },
  ),
  ...seenBy(
    `${payments}/purchase-payment.test.ts`,
    {
      broken: "an item that has ended may end once more",
      edits: [
        [
          `${migrations}/0013_bulk.sql`,
          "where id = item_id and (state = 'looking_up'",
          "where id = item_id and (state in ('looking_up', 'closed')",
        ],
      ],
      laws: ["%s and %s"],
    },
    {
      broken: "what a card paid for a purchase is charged and in the wallet too",
      edits: [[`${migrations}/0026_laws.sql`, "surplus := paid_minor - purchase.total_minor;", ""]],
      laws: ["a yes of the provider and the end of its quote at once: a charge or a credit, and never both"],
    },
  ),
];

/** Prices, wallets and payments. */
export const money: readonly Mutant[] = [
  ...prices,
  ...wallets,
  ...cards,
  ...moneyCompared,
  ...moneyDatabase,
  ...moneyOperators,
  ...moneyProofs,
];
