import * as texts from "@idanimo/contract/texts";
import { Fragment } from "react";
import { brand } from "../../brand.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import {
  BankIcon,
  BuildingIcon,
  CarIcon,
  CheckCircleIcon,
  type IconComponent,
  PersonIcon,
  WalletIcon,
} from "../../ui/icons.tsx";
import { Mark } from "../../ui/Logo.tsx";
import { charges } from "../facts.ts";
import styles from "./Landing.module.css";

/** Start page. The main action leads to the wizard or, signed out, to sign-in. Source: A§2, A§1. */
export function Landing() {
  return (
    <>
      <Opening />
      <WhatToCheck />
      <TwoSides />
      <Price />
      <Closing />
    </>
  );
}

/** A line may end before or after a word with a hyphen, not inside it. */
function unbroken(text: string) {
  return text.split(" ").map((word, at) => (
    <Fragment key={word}>
      {at > 0 && " "}
      {word.includes("-") ? <span className={styles.unbroken}>{word}</span> : word}
    </Fragment>
  ));
}

function VerifyButton() {
  return (
    <>
      <LinkButton kind="primary" href="/login" className={classes("when-signed-out", styles.verify)}>
        {texts.verifyIdentity}
      </LinkButton>
      <LinkButton kind="primary" href="/dashboard" className={classes("when-signed-in", styles.verify)}>
        {texts.verifyIdentity}
      </LinkButton>
    </>
  );
}

function Opening() {
  return (
    <section className={styles.opening}>
      <div className={styles.promise}>
        <h1>{unbroken(texts.tagline)}</h1>
        <p className={styles.lead}>
          {brand.name} is an aggregator of agency data for identity verification in Nigeria. Check a person, a credit
          record, a company or a vehicle. You see the price before you pay, and a person’s record only with their leave.
        </p>
        <div className={styles.actions}>
          <VerifyButton />
          <a href="#how" className={styles.how}>
            See how it works
          </a>
        </div>
      </div>
      <Request />
    </section>
  );
}

/** What the person looked up is asked, drawn with our own means. The names belong to nobody. */
function Request() {
  return (
    <figure className={styles.figure}>
      <div className={styles.request} aria-hidden="true">
        <p className={styles.from}>
          <span className={styles.fromMark}>
            <Mark size={20} />
          </span>
          {brand.name}
          <span className={styles.now}>now</span>
        </p>
        <p className={styles.question}>Bright Homes Ltd asks to see your NIN record</p>
        <dl className={styles.facts}>
          <div>
            <dt>Why</dt>
            <dd>Renting a home</dd>
          </div>
          <div>
            <dt>They would see</dt>
            <dd>Name, birth date, photo, address</dd>
          </div>
          <div>
            <dt>For how long</dt>
            <dd>24 hours</dd>
          </div>
        </dl>
        <p className={styles.answers}>
          <span className={styles.yes}>Yes, they may see</span>
          <span className={styles.no}>No</span>
        </p>
      </div>
      <figcaption className={styles.caption}>
        The person is asked by the phone number or mail in the agency's own record. Without a yes, nothing opens.
      </figcaption>
    </figure>
  );
}

const checks: readonly { icon: IconComponent; name: string; with: string; gives: string }[] = [
  {
    icon: PersonIcon,
    name: "A person",
    with: "a NIN or phone number",
    gives: "Name, photo, birth date and address as the agency holds them",
  },
  {
    icon: BankIcon,
    name: "A credit record",
    with: "a BVN",
    gives: "Loans and repayment at First Central, CRC and Credit Registry",
  },
  {
    icon: BuildingIcon,
    name: "A company",
    with: "an RC number or business name",
    gives: "Registration number, status and address, as the public register has them",
  },
  {
    icon: CarIcon,
    name: "A vehicle",
    with: "a VIN or registration number",
    gives: "What it is, its history, and whether it is reported stolen",
  },
];

function WhatToCheck() {
  return (
    <section className={styles.section} aria-labelledby="what">
      <div className={styles.column}>
        <h2 id="what">What you can check</h2>
        <ul className={styles.checks}>
          {checks.map((check) => (
            <li key={check.name} className={styles.check}>
              <check.icon size={24} className={styles.checkIcon} />
              <div>
                <h3>{check.name}</h3>
                <p className={styles.with}>with {check.with}</p>
              </div>
              <p className={styles.gives}>{check.gives}</p>
            </li>
          ))}
        </ul>
        <p className="quiet">
          <a href="/products">All checks in detail</a>
        </p>
      </div>
    </section>
  );
}

const asking = [
  ["Say what to check", "Type the number and say why you ask. The price is there before anything is paid."],
  ["Pay for this one check", "From your wallet, or by card, transfer or USSD. There is no subscription."],
  ["The person answers", "They have 24 hours. You can close the page; it moves on by itself."],
  ["Read the record", "It stays open for a short, stated time. Then it is erased."],
] as const;

const asked = [
  ["You get a message", "It says who asks, why, what they would see and for how long."],
  ["You decide", "Say yes or no on the page, or reply to the SMS. Silence counts as no."],
  ["You can change your mind", "Withdraw your yes and their access ends at once."],
  ["You can stop it", "Reply STOP, and every request that waits for you is refused."],
] as const;

function TwoSides() {
  return (
    <section className={classes(styles.section, styles.sides)} id="how" aria-labelledby="how-title">
      <div className={styles.column}>
        <h2 id="how-title">How it works, from both sides</h2>
        <div className={styles.two}>
          <Side title="You want to check somebody" steps={asking} />
          <Side title="Somebody wants to check you" steps={asked} />
        </div>
      </div>
    </section>
  );
}

function Side({ title, steps }: { title: string; steps: readonly (readonly [string, string])[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ol className={styles.steps}>
        {steps.map(([step, detail]) => (
          <li key={step}>
            <strong>{step}</strong>
            <p className="quiet">{detail}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Price() {
  return (
    <section className={styles.section} aria-labelledby="price">
      <div className={classes(styles.column, styles.price)}>
        <div>
          <h2 id="price">When your money stays, and when it comes back</h2>
          <p className={styles.priceLead}>
            You pay for asking a source, and the whole price with tax and charges stands on the screen before you do.
            What comes back goes to your wallet.
          </p>
        </div>
        <div className={styles.outcomes}>
          <div>
            <h3>The charge stays</h3>
            <ul className={styles.list}>
              {charges.kept.map((line) => (
                <li key={line}>
                  <CheckCircleIcon />
                  {line}
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h3>You get it back</h3>
            <ul className={classes(styles.list, styles.back)}>
              {charges.refunded.map((line) => (
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

function Closing() {
  return (
    <section className={classes(styles.section, styles.closing)} aria-labelledby="start">
      <div className={styles.column}>
        <h2 id="start">Check before you trust. Ask before you look.</h2>
        <VerifyButton />
      </div>
    </section>
  );
}
