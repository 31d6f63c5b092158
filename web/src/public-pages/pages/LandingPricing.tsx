import type { PublicPriceName } from "@idanimo/contract/pricing";
import { classes } from "../../ui/classes.ts";
import { CheckCircleIcon, WalletIcon } from "../../ui/icons.tsx";
import { chargeOutcomes } from "../policy-facts.ts";
import styles from "./Landing.module.css";
import { PriceAmount } from "./PriceAmount.tsx";

type GlancePrice = { readonly check: string; readonly from?: true; readonly price: PublicPriceName };

const glancePrices: readonly GlancePrice[] = [
  { check: "NIN", price: "nin-total" },
  { check: "Phone number", price: "phone-total" },
  { check: "Company", price: "company-total" },
  { check: "Credit record, per bureau", price: "bvn-total" },
  { check: "Vehicle history", price: "vin-total" },
  { check: "One question", from: true, price: "name_match-total" },
];

/** Prices at a glance, one price in detail, and when a charge is refunded. */
export function Pricing() {
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
