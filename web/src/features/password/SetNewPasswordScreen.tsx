import { profile } from "@idanimo/contract/accounts";
import { security } from "@idanimo/contract/second-factor";
import { useQuery } from "@tanstack/react-query";
import { navigate } from "../../lib/router.ts";
import { operationQuery } from "../../lib/query.ts";
import { Card } from "../../ui/Card.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import * as texts from "@idanimo/contract/texts";
import { ChangePasswordForm } from "./ChangePasswordForm.tsx";
import styles from "./Password.module.css";

/** `/set-new-password`, reached from the profile [PASSWORD-09]. */
export function SetNewPasswordScreen() {
  const methodsQuery = useQuery(operationQuery(security, {}));
  const { data: user } = useQuery(operationQuery(profile, {}));
  const isFirst = methodsQuery.data?.hasPassword === false;
  const own = user ? [user.firstName, user.lastName, user.email, user.businessName ?? ""] : [];
  return (
    <div className={styles.column}>
      <PageHeader title={isFirst ? "Set a password" : texts.changePassword} back="/profile" backLabel="Profile">
        {isFirst
          ? "You can then also sign in with your email and this password."
          : "This signs you out on all other devices. You stay signed in here."}
      </PageHeader>
      <Card>
        {methodsQuery.data ? (
          <ChangePasswordForm
            hasPassword={methodsQuery.data.hasPassword}
            email={user?.email ?? ""}
            own={own}
            onChanged={() => navigate("/password-confirm", { replace: true })}
          />
        ) : methodsQuery.isError ? (
          <ErrorPanel
            title="This could not be loaded"
            next={methodsQuery.error.message}
            busy={methodsQuery.isFetching && "Trying again"}
            onRetry={() => void methodsQuery.refetch()}
          />
        ) : (
          <Skeleton what="the form" onRetry={() => void methodsQuery.refetch()}>
            <SkeletonBlock height="3rem" />
            <SkeletonBlock height="3rem" />
            <SkeletonBlock height="3rem" />
          </Skeleton>
        )}
      </Card>
    </div>
  );
}
