import {
  formatPercent,
  isOrganisation,
  shareholdings,
  stakeholderName,
  stakeholderRole,
  statusLabel,
} from "@idanimo/contract/checks/company/stakeholders";
import { formatCount } from "@idanimo/contract/date-format";
import { stakeholderGroups } from "@idanimo/contract/checks/company/view";
import type { StakeholderRecord } from "@idanimo/contract/checks/company/record";
import * as texts from "@idanimo/contract/texts";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../ui/Button.tsx";
import { ChevronIcon } from "../../ui/icons.tsx";
import { Badge } from "../../ui/StatusLabel.tsx";
import { RecordFields } from "./RecordLayout.tsx";
import { groupByStake, type Panel, peoplePerPage } from "./stakeholder-panels.ts";
import styles from "./StakeholderPanels.module.css";

/**
 * The shareholders and directors of a company, or a note that none are known [RESULT-BUSINESS-07 RESULT-BUSINESS-09
 * RESULT-BUSINESS-10].
 */
export function StakeholderPanels({ found }: { readonly found: readonly StakeholderRecord[] }) {
  if (found.length === 0)
    return (
      <div>
        <p>{texts.noStakeholders}</p>
        <p className="quiet">The register lists no people for this company.</p>
      </div>
    );
  return (
    <div className={styles.panels}>
      {groupByStake(found).map((panel) => (
        <StakeholderPanel key={panel.title} {...panel} />
      ))}
    </div>
  );
}

function StakeholderPanel({ title, emptyMessage, people, hasShares }: Panel) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const [shownCount, setShownCount] = useState(peoplePerPage);
  const shown = people.slice(0, shownCount);
  const percents = hasShares ? shareholdings(people) : [];
  const count = formatCount(people.length);
  function showMore() {
    flushSync(() => setShownCount(shownCount + peoplePerPage));
    // focuses the first new entry; the button may no longer exist
    panel.current?.querySelectorAll("summary")[shownCount]?.focus();
  }
  return (
    <section ref={panel} className={styles.panel} aria-labelledby={id}>
      <h5 id={id} className={styles.title}>
        {title}
        {people.length > 0 && (
          <span className={styles.count}>
            {count}
            <span className="only-heard"> on record</span>
          </span>
        )}
      </h5>
      {people.length === 0 && <p className="quiet">{emptyMessage}</p>}
      {shown.map((stakeholder, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the register gives them no id, and they never move
        <StakeholderDetails key={at} stakeholder={stakeholder} percent={percents[at]} />
      ))}
      {people.length > peoplePerPage && (
        <footer className={styles.foot}>
          <span role="status" className="quiet figures">
            {formatCount(shown.length)} of {count} shown
          </span>
          {shown.length < people.length && (
            <Button size="small" onClick={showMore}>
              Show more<span className="only-heard"> {title.toLowerCase()}</span>
            </Button>
          )}
        </footer>
      )}
    </section>
  );
}

type StakeholderDetailsProps = {
  readonly stakeholder: StakeholderRecord;
  /** Of the listed shares. */
  readonly percent: number | undefined;
};

/** One person or organisation; its register data is rendered when it is open. */
function StakeholderDetails({ stakeholder: one, percent }: StakeholderDetailsProps) {
  const [isOpen, setOpen] = useState(false);
  const status = statusLabel(one.status);
  return (
    <details className={styles.person} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.line}>
        <ChevronIcon className={styles.mark} />
        <span className={styles.words}>
          <strong>{stakeholderName(one)}</strong>
          <span className={styles.part}>
            <span className="figures">
              {percent !== undefined && <strong>{formatPercent(percent)} </strong>}
              {stakeholderRole(one)}
            </span>
            {isOrganisation(one) && <Badge>Organisation</Badge>}
            {status && <Badge>{status}</Badge>}
          </span>
          {percent !== undefined && (
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${percent}%` }} />
            </span>
          )}
        </span>
      </summary>
      {isOpen && (
        <div className={styles.groups}>
          {stakeholderGroups.map(({ title, fields }) => (
            <div key={title} className={styles.group}>
              <h6 className={styles.groupTitle}>{title}</h6>
              <RecordFields record={one} fields={fields} />
            </div>
          ))}
        </div>
      )}
    </details>
  );
}
