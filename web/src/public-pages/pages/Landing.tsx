import { disclosureForAnyPurpose, listParts } from "@idanimo/contract/record-parts";
import type { PublicPriceName } from "@idanimo/contract/pricing";
import * as texts from "@idanimo/contract/texts";
import { Fragment, type ReactNode } from "react";
import { brand } from "../../brand.ts";
import { type ButtonKind, LinkButton } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import {
  BankIcon,
  BuildingIcon,
  CarIcon,
  CheckCircleIcon,
  CheckIcon,
  type IconComponent,
  PersonIcon,
  SearchIcon,
  ShieldIcon,
  WalletIcon,
} from "../../ui/icons.tsx";
import { chargeOutcomes } from "../policy-facts.ts";
import { PriceAmount } from "./PriceAmount.tsx";
import { ConsentIllustration } from "./ConsentIllustration.tsx";
import { ResultIllustration } from "./ResultIllustration.tsx";
import styles from "./Landing.module.css";

/** The landing page. The main action leads to the wizard, or to sign-in for a visitor [LAND-01]. */
export function Landing() {
  return (
    <>
      <Hero />
      <CheckTypes />
      <ResultPreview />
      <HowItWorks />
      <Pricing />
      <Trust />
      <CallToAction />
    </>
  );
}

/** Allows a line break before or after a hyphenated word, not inside it. */
function keepHyphenatedWordsTogether(text: string) {
  return text.split(" ").map((word, at) => (
    <Fragment key={word}>
      {at > 0 && " "}
      {word.includes("-") ? <span className={styles.unbroken}>{word}</span> : word}
    </Fragment>
  ));
}

function VerifyButton({ kind = "primary" }: { readonly kind?: ButtonKind }) {
  return (
    <>
      <LinkButton kind={kind} href="/login" className={classes("when-signed-out", styles.verify)}>
        {texts.verifyIdentity}
      </LinkButton>
      <LinkButton kind={kind} href="/dashboard" className={classes("when-signed-in", styles.verify)}>
        {texts.verifyIdentity}
      </LinkButton>
    </>
  );
}

function Hero() {
  return (
    <section className={styles.opening}>
      <div className={styles.promise}>
        <h1>{keepHyphenatedWordsTogether(texts.tagline)}</h1>
        <p className={styles.lead}>
          {brand.name} is an aggregator of agency data for identity verification in Nigeria. For landlords, employers,
          lenders and car buyers who want to check before they trust.
        </p>
        <div className={styles.actions}>
          <VerifyButton />
          <a href="#how" className={styles.how}>
            See how it works
          </a>
        </div>
        <ul className={styles.assurances}>
          <li>
            <WalletIcon />
            <span>
              <strong>
                <PriceAmount name="nin-total" /> for a NIN check
              </strong>
              , all charges included. No subscription.
            </span>
          </li>
          <li>
            <CheckCircleIcon />
            <span>
              <strong>Only with the person's consent.</strong> Access ends automatically.
            </span>
          </li>
          <li>
            <ShieldIcon />
            <span>
              <strong>Straight from the agency.</strong> If the check fails, we refund your wallet.
            </span>
          </li>
        </ul>
      </div>
      <ConsentIllustration />
    </section>
  );
}

const personRule = disclosureForAnyPurpose("nin");
const creditRule = disclosureForAnyPurpose("bvn");
const consentRequired = "Consent required";
const noConsentNeeded = "No consent needed";
const checks: readonly { icon: IconComponent; name: string; id: string; with: string; gives: string; leave: string }[] =
  [
    {
      icon: PersonIcon,
      name: "A person",
      id: "person",
      with: "a NIN or phone number",
      gives: `Always ${listParts(personRule.required)}. More only if the person adds it: ${listParts(personRule.optional)}`,
      leave: consentRequired,
    },
    {
      icon: BankIcon,
      name: "A credit record",
      id: "credit",
      with: "a BVN",
      gives: `From First Central, CRC and Credit Registry: ${listParts(creditRule.required)}. Only if the person adds it: ${listParts(creditRule.optional)}`,
      leave: consentRequired,
    },
    {
      icon: BuildingIcon,
      name: "A company",
      id: "business",
      with: "an RC number or business name",
      gives: "Registration number, status and address, from the public register",
      leave: noConsentNeeded,
    },
    {
      icon: CarIcon,
      name: "A vehicle",
      id: "vehicle",
      with: "a VIN or registration number",
      gives: "Make, model and history, and whether it was reported stolen",
      leave: "Consent needed for owner details only",
    },
  ];

function CheckTypes() {
  return (
    <section className={styles.section} aria-labelledby="what">
      <div className={styles.column}>
        <h2 id="what">What you can check</h2>
        <ul className={styles.checks}>
          {checks.map((check) => (
            <li key={check.name} className={styles.check}>
              <span className={styles.tile}>
                <check.icon size={24} />
              </span>
              <div>
                <h3>
                  <a href={`/products#${check.id}`}>{check.name}</a>
                </h3>
                <p className={styles.with}>with {check.with}</p>
              </div>
              <div className={styles.gives}>
                <p>{check.gives}</p>
                <p className={styles.leave}>
                  {check.leave === consentRequired ? <ShieldIcon size={18} /> : <CheckIcon size={18} />}
                  {check.leave}
                </p>
              </div>
            </li>
          ))}
        </ul>
        <p className={styles.question}>
          <strong>Only want a yes or no?</strong> Is this his real name? Is she 18? Is the phone number theirs?{" "}
          <a href="/products#answers">Ask one question</a> from <PriceAmount name="name_match-total" />, without the
          record.
        </p>
      </div>
    </section>
  );
}

const resultFacts = [
  "One verdict at the top: record found, name matches, or no record.",
  "Names as people write them, and where the record comes from.",
  "A PDF with a code that anyone can check.",
] as const;

function ResultPreview() {
  return (
    <section className={styles.section} aria-labelledby="result">
      <div className={classes(styles.column, styles.preview)}>
        <div>
          <h2 id="result">The result, at a glance</h2>
          <ul className={classes(styles.list, styles.back)}>
            {resultFacts.map((fact) => (
              <li key={fact}>
                <CheckCircleIcon />
                {fact}
              </li>
            ))}
          </ul>
        </div>
        <ResultIllustration />
      </div>
    </section>
  );
}

const requesterSteps = [
  ["Choose a check", "Enter the number and your reason. You see the full price before you pay."],
  ["Pay for that check only", "From your wallet, or by card, transfer or USSD. No subscription."],
  ["The person answers", "They have 24 hours. You can close the page; your history shows the reply."],
  ["Read the record", "You can open it for a short time, which we tell you. Then it is deleted."],
] as const;

const subjectSteps = [
  ["You get a message", "It says who is asking, why, what they will see and for how long."],
  [
    "You decide",
    "No box is ticked for you: add only what you want to share. A YES by SMS shares only what the check needs. No reply means no.",
  ],
  [
    "You can withdraw",
    "Press Withdraw on the page or in My data, or reply NO and the code. Their access ends immediately.",
  ],
  ["You can stop it", "Reply STOP. It ends all requests and all access, and blocks new requests until you send START."],
] as const;

function HowItWorks() {
  return (
    <section className={classes(styles.section, styles.sides)} id="how" aria-labelledby="how-title">
      <div className={styles.column}>
        <h2 id="how-title">How it works</h2>
        <div className={styles.two}>
          <StepList icon={SearchIcon} title="If you want to check someone" steps={requesterSteps}>
            <VerifyButton kind="secondary" />
          </StepList>
          <StepList icon={ShieldIcon} title="When someone checks you" steps={subjectSteps}>
            <LinkButton href="/my-data" className={styles.verify}>
              Who asked about you?
            </LinkButton>
          </StepList>
        </div>
      </div>
    </section>
  );
}

type StepListProps = {
  readonly icon: IconComponent;
  readonly title: string;
  readonly steps: readonly (readonly [string, string])[];
  /** The primary action of this side. */
  readonly children: ReactNode;
};

function StepList({ icon: Icon, title, steps, children }: StepListProps) {
  return (
    <div className={styles.side}>
      <h3 className={styles.sideTitle}>
        <Icon className={styles.sideIcon} />
        {title}
      </h3>
      <ol className={styles.steps}>
        {steps.map(([step, detail]) => (
          <li key={step}>
            <strong>{step}</strong>
            <p className="quiet">{detail}</p>
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
}

type GlancePrice = { readonly check: string; readonly from?: true; readonly price: PublicPriceName };

const glancePrices: readonly GlancePrice[] = [
  { check: "NIN", price: "nin-total" },
  { check: "Phone number", price: "phone-total" },
  { check: "Company", price: "company-total" },
  { check: "Credit record, per bureau", price: "bvn-total" },
  { check: "Vehicle history", price: "vin-total" },
  { check: "One question", from: true, price: "name_match-total" },
];

function Pricing() {
  return (
    <section className={styles.section} aria-labelledby="price">
      <div className={classes(styles.column, styles.price)}>
        <div>
          <h2 id="price">What you pay, and when you get a refund</h2>
          <p className={styles.priceLead}>
            You pay once per check. You see the full price, with tax and charges, before you pay. Refunds go to your
            wallet.
          </p>
          <dl className={classes(styles.bill, styles.glance)}>
            {glancePrices.map(({ check, from, price }) => (
              <div key={price}>
                <dt>{check}</dt>
                <dd>
                  {from && "from "}
                  <PriceAmount name={price} />
                </dd>
              </div>
            ))}
          </dl>
          <p className={styles.allPrices}>
            <a href="/products#prices">All checks and prices</a>
          </p>
          <dl className={styles.bill}>
            <div>
              <dt>A NIN check, for example</dt>
              <dd>
                <PriceAmount name="nin-price" />
              </dd>
            </div>
            <div>
              <dt>Tax and charges</dt>
              <dd>
                <PriceAmount name="nin-tax" />
              </dd>
            </div>
            <div>
              <dt>Total</dt>
              <dd>
                <PriceAmount name="nin-total" />
              </dd>
            </div>
          </dl>
        </div>
        <div className={styles.outcomes}>
          <div>
            <h3>When there is no refund</h3>
            <ul className={styles.list}>
              {chargeOutcomes.kept.map((line) => (
                <li key={line}>
                  <CheckCircleIcon />
                  {line}
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h3>When you are refunded</h3>
            <ul className={classes(styles.list, styles.back)}>
              {chargeOutcomes.refunded.map((line) => (
                <li key={line}>
                  <WalletIcon />
                  {line}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </section>
  );
}

const trustReasons = [
  ["No secret checks", "They see who is asking and why. You cannot change your reason later."],
  ["Nothing is kept longer than needed", "Records are encrypted, open for a limited time, then deleted."],
  ["See who checked you", "Anyone can see who asked about them and block further requests."],
  ["Reports anyone can verify", "Each PDF has a code that can be checked here for free."],
  ["We never see your card", "You pay on the payment company's page, or from your wallet."],
  ["We publish our numbers", "How many people agreed, refused or didn't reply."],
] as const;

function Trust() {
  return (
    <section className={classes(styles.section, styles.tinted)} aria-labelledby="trust">
      <div className={styles.column}>
        <h2 id="trust">Why both sides can trust it</h2>
        <ul className={styles.proofs}>
          {trustReasons.map(([fact, detail]) => (
            <li key={fact}>
              <CheckCircleIcon size={24} />
              <div>
                <h3>{fact}</h3>
                <p className="quiet">{detail}</p>
              </div>
            </li>
          ))}
        </ul>
        <p>
          <a href="/transparency">Transparency report</a>
        </p>
      </div>
    </section>
  );
}

function CallToAction() {
  return (
    <section className={classes(styles.section, styles.closing)} aria-labelledby="start">
      <div className={styles.column}>
        <h2 id="start">Check before you trust. Ask before you look.</h2>
        <VerifyButton />
      </div>
    </section>
  );
}
