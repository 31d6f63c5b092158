import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { groupIdentityNumber } from "@idanimo/contract/group-identity-number";
import type { OutputOf } from "@idanimo/contract/operation";
import type { readSession } from "@idanimo/contract/verification";
import styles from "./ResumePurchase.module.css";

/** The checks of a purchase that is not paid, with what its requester entered. */
export function RequestedItems({ items }: Pick<OutputOf<typeof readSession>, "items">) {
  return (
    <dl className={styles.items}>
      {items.map((item) => (
        <div key={item.requestId}>
          <dt>{catalogueRowOf(item.searchType).label}</dt>
          {item.searchValue !== undefined && (
            <dd className="figures">{groupIdentityNumber(item.searchType, item.searchValue)}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
