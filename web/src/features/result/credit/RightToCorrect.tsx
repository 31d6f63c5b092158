import { brand } from "@idanimo/contract/brand";
import { bureaus } from "@idanimo/contract/checks/bvn/bureaus";
import { Fragment } from "react";
import { RecordSection } from "../RecordLayout.tsx";
import styles from "./RightToCorrect.module.css";

/**
 * How to have a wrong record corrected. The bureaus' addresses come from the operator's settings and are shown if
 * set [O-17].
 */
export function RightToCorrect() {
  return (
    <RecordSection title="Something wrong?">
      <div className={styles.text}>
        <p>
          The Nigeria Data Protection Act (NDPA) gives people the right to have wrong data about them corrected.{" "}
          {brand.name} shows the bureaus' data and cannot change it.
        </p>
        <ol className={styles.steps}>
          <li>Find the tab with the wrong entry, and note the lender and the date.</li>
          <li>
            The person writes to that bureau, with proof of payment if they have it:{" "}
            {bureaus.map(({ name, tick }, at) => (
              <Fragment key={tick}>
                {at > 0 && (at === bureaus.length - 1 ? " or " : ", ")}
                <BureauLink name={name} address={brand.links.bureaus[tick]} />
              </Fragment>
            ))}
            . It helps to write to the lender too, because the bureau gets its data from the lender.
          </li>
          <li>After the correction, a new check shows the new record.</li>
        </ol>
        <p>BVN details come from the banks. Any bank of the person can correct them.</p>
      </div>
    </RecordSection>
  );
}

function BureauLink({ name, address }: { readonly name: string; readonly address: string }) {
  if (address === "") return <>{name}</>;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener" referrerPolicy="no-referrer">
      {name}
    </a>
  );
}
