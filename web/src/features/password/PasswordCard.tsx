import { security } from "@idanimo/contract/second-factor";
import * as texts from "@idanimo/contract/texts";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../lib/query.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import styles from "./Password.module.css";

/** Links to changing the password, or to setting a first one [PASSWORD-09]. */
export function PasswordCard() {
  const { data: methods } = useQuery(operationQuery(security, {}));
  const isFirst = methods?.hasPassword === false;
  return (
    <Card title="Password">
      <div className={styles.card}>
        <p className="quiet">
          {isFirst
            ? "You don't have one. Set a password to also sign in with your email."
            : "Changing it signs you out on all other devices."}
        </p>
        <LinkButton href="/set-new-password" size="small">
          {isFirst ? "Set a password" : texts.changePassword}
        </LinkButton>
      </div>
    </Card>
  );
}
