import { type ComponentProps, lazy, Suspense, useEffect } from "react";
import { AccountRightsCard } from "../features/account-rights/AccountRightsCard.tsx";
import { Picture } from "../features/profile/Picture.tsx";
import { PasswordCard } from "../features/password/PasswordCard.tsx";
import { type PhoneEntry, ProfileForm, titleOf } from "../features/profile/ProfileForm.tsx";
import { Wallets } from "../features/profile/Wallets.tsx";
import { SecurityCards } from "../features/security/SecurityCards.tsx";
import { usePlace } from "../lib/place.ts";
import { Card } from "../ui/Card.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Skeleton, SkeletonBlock, SkeletonLine } from "../ui/Skeleton.tsx";
import { StatusWord } from "../ui/StatusWord.tsx";
import styles from "./ProfileScreen.module.css";
import { useUser } from "./user.ts";

// the rules of the world's phone numbers are heavy, and wanted once in the life of an account
const AccountPhone = lazy(async () => ({ default: (await import("./AccountPhone.tsx")).AccountPhone }));

function LazyPhone(props: ComponentProps<PhoneEntry>) {
  return (
    <Suspense fallback={<SkeletonBlock height="5rem" />}>
      <AccountPhone {...props} />
    </Suspense>
  );
}

/** `/profile`: who one is, both wallets, and how one signs in (`#security`). Source: A§2, PROFILE-01 to 10. */
export function ProfileScreen() {
  const { data: user, isError, error, isFetching, refetch } = useUser();
  const { hash } = usePlace();
  const isKnown = user !== undefined;
  useEffect(() => {
    if (isKnown && hash === "#security") document.getElementById("security")?.scrollIntoView();
  }, [hash, isKnown]);

  return (
    <>
      <PageHeader title="Profile" back="/main-dashboard" />
      {user ? (
        <div className={styles.page}>
          <div className={styles.top}>
            <Card title={titleOf(user)} aside={user.verified && <StatusWord tone="success">Verified</StatusWord>}>
              <Picture profile={user} />
              <ProfileForm profile={user} PhoneEntry={LazyPhone} />
            </Card>
            <div className={styles.page}>
              <Card title="Wallets">
                <Wallets profile={user} />
              </Card>
              <PasswordCard />
            </div>
          </div>
          <div id="security" className={styles.security}>
            <SecurityCards />
          </div>
          <AccountRightsCard />
        </div>
      ) : isError ? (
        <ErrorPanel
          title="Your profile could not be loaded"
          next={error.message}
          busy={isFetching && "Trying again"}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton what="your profile" onRetry={() => void refetch()}>
          <SkeletonLine tall width="40%" />
          <SkeletonBlock height="20rem" />
          <SkeletonBlock height="10rem" />
        </Skeleton>
      )}
    </>
  );
}
