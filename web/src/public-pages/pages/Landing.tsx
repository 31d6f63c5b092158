import * as texts from "@idanimo/contract/texts";
import { Fragment } from "react";
import { brand } from "../../brand.ts";
import { classes } from "../../ui/classes.ts";
import { CheckCircleIcon, ShieldIcon, WalletIcon } from "../../ui/icons.tsx";
import { ConsentIllustration } from "./ConsentIllustration.tsx";
import styles from "./Landing.module.css";
import { CheckTypes } from "./LandingChecks.tsx";
import { Pricing } from "./LandingPricing.tsx";
import { HowItWorks } from "./LandingSteps.tsx";
import { PriceAmount } from "./PriceAmount.tsx";
import { ResultIllustration } from "./ResultIllustration.tsx";
import { VerifyButton } from "./VerifyButton.tsx";

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
