import { profile } from "@idanimo/contract/accounts";
import { reservedEndings } from "@idanimo/contract/developers/test-data";
import { addPlayMoney, playMoney } from "@idanimo/contract/developers/test-mode";
import { formatMoney } from "@idanimo/contract/money";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, type Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { cancelAndInvalidate, operationQuery } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Money } from "../../ui/Money.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import styles from "./Developers.module.css";
import { DevelopersPage } from "./DevelopersPage.tsx";
import { sections } from "./sections.ts";

/** `/developers/test-data`: play money, and the numbers that select an outcome [DP-17]. */
export function TestDataScreen() {
  return (
    <DevelopersPage
      section={sections.testData}
      lead="Play money, and numbers that always end the same way."
      forTestMode
    >
      <div className={styles.stack}>
        <PlayMoneyCard />
        <Card flush title="Numbers that select what happens">
          <Table caption="Reserved endings" columns={columns} rows={reservedEndings} keyOf={({ ending }) => ending} />
        </Card>
        <Notice tone="info" title="Any other number belongs to a person who does not exist">
          Use 11 digits as NIN or BVN, and answer as that person in the <a href={sections.inbox.address}>inbox</a>. The
          ending is the last four characters of a NIN, BVN, plate, VIN or registration number.
        </Notice>
      </div>
    </DevelopersPage>
  );
}

function PlayMoneyCard() {
  const client = useQueryClient();
  const { data: user } = useQuery(operationQuery(profile, {}));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  async function add() {
    if (busy) return;
    setBusy(true);
    const result = await call(addPlayMoney, { amountMinor: Number(playMoney.minor) });
    setBusy(false);
    setProblem(result.ok ? undefined : result.problem);
    if (result.ok) await cancelAndInvalidate(client, [profile.path]);
  }
  return (
    <Card
      title="Play money"
      aside={
        <Button size="small" busy={busy && "Adding"} onClick={() => void add()}>
          Add {formatMoney(playMoney)}
        </Button>
      }
    >
      <p className={styles.balance} role="status">
        <Money amount={user && { currency: user.currency, minor: user.walletBalance }} />
      </p>
      {problem && (
        <Notice tone="problem" title="No play money was added" announce>
          {problemMessage(problem)}
        </Notice>
      )}
    </Card>
  );
}

const columns: readonly Column<(typeof reservedEndings)[number]>[] = [
  { key: "ending", header: "Ending", phoneSlot: "first", cell: ({ ending }) => <code>{ending}</code> },
  { key: "result", header: "What happens", phoneSlot: "second", cell: ({ result }) => result },
];
