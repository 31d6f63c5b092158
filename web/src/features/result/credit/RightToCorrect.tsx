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
    <RecordSection title="Is something wrong?">
      <div className={styles.text}>
        <p>
          A credit record belongs to the person it is about. The Nigeria Data Protection Act (NDPA) gives that person
          the right to have wrong data corrected. {brand.name} shows what the bureaus hold and cannot change it.
        </p>
        <ol className={styles.steps}>
          <li>See in which tab the wrong entry stands, and note the lender and the date.</li>
          <li>
            The person writes to that bureau, with proof of payment where there is one:{" "}
            {bureaus.map(({ name, tick }, at) => (
              <Fragment key={tick}>
                {at > 0 && (at === bureaus.length - 1 ? " or " : ", ")}
                <BureauLink name={name} address={brand.links.bureaus[tick]} />
              </Fragment>
            ))}
            . Writing to the lender as well helps, since the bureau has it from there.
          </li>
          <li>Once it has been corrected, a new request shows the new record.</li>
        </ol>
        <p>The BVN details come from the banks: one of the person's own banks corrects those.</p>
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
