import { profile } from "@idanimo/contract/accounts";
import { security } from "@idanimo/contract/second-factor";
import { useQuery } from "@tanstack/react-query";
import { go } from "../../lib/place.ts";
import { queryOf } from "../../lib/query.ts";
import { Card } from "../../ui/Card.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import * as texts from "@idanimo/contract/texts";
import { ChangePasswordForm } from "./ChangePasswordForm.tsx";
import styles from "./Password.module.css";

/** `/set-new-password`, reached from the profile. Source: A§2, PASSWORD-09. */
export function SetNewPasswordScreen() {
  const ways = useQuery(queryOf(security, {}));
  const { data: user } = useQuery(queryOf(profile, {}));
  const isFirst = ways.data?.hasPassword === false;
  const own = user ? [user.firstName, user.lastName, user.email, user.businessName ?? ""] : [];
  return (
    <div className={styles.column}>
      <PageHeader title={isFirst ? "Set a password" : texts.changePassword} back="/profile" backLabel="Profile">
        {isFirst
          ? "You can then also sign in with your email and this password."
          : "Everywhere else you are signed in, you are signed out. Here you stay signed in."}
      </PageHeader>
      <Card>
        {ways.data ? (
          <ChangePasswordForm
            hasPassword={ways.data.hasPassword}
            email={user?.email ?? ""}
            own={own}
            onChanged={() => go("/password-confirm", { replace: true })}
          />
        ) : ways.isError ? (
          <ErrorPanel
            title="This could not be loaded"
            next={ways.error.message}
            busy={ways.isFetching && "Trying again"}
            onRetry={() => void ways.refetch()}
          />
        ) : (
          <Skeleton what="the form" onRetry={() => void ways.refetch()}>
            <SkeletonBlock height="3rem" />
            <SkeletonBlock height="3rem" />
            <SkeletonBlock height="3rem" />
          </Skeleton>
        )}
      </Card>
    </div>
  );
}
