import { type ComponentProps, lazy, Suspense, useEffect } from "react";
import { AccountRightsCard } from "../features/account-rights/AccountRightsCard.tsx";
import { ProfilePicture } from "../features/profile/ProfilePicture.tsx";
import { PasswordCard } from "../features/password/PasswordCard.tsx";
import { type PhoneEntry, ProfileForm, profileTitleOf } from "../features/profile/ProfileForm.tsx";
import { WalletList } from "../features/profile/WalletList.tsx";
import { SecurityCards } from "../features/security/SecurityCards.tsx";
import { useLocation } from "../lib/router.ts";
import { hasRight } from "../lib/use-right.ts";
import { Card } from "../ui/Card.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Skeleton, SkeletonBlock, SkeletonLine } from "../ui/Skeleton.tsx";
import { StatusLabel } from "../ui/StatusLabel.tsx";
import styles from "./ProfileScreen.module.css";
import { useUser } from "./use-user.ts";

// the phone number metadata is large, and most accounts need it once
const AccountPhoneField = lazy(async () => ({ default: (await import("./AccountPhoneField.tsx")).AccountPhoneField }));

function LazyPhoneField(props: ComponentProps<PhoneEntry>) {
  return (
    <Suspense fallback={<SkeletonBlock height="5rem" />}>
      <AccountPhoneField {...props} />
    </Suspense>
  );
}

/** `/profile`: personal details, both wallets and sign-in methods (`#security`) [PROFILE-01]. */
export function ProfileScreen() {
  const { data: user, isError, error, isFetching, refetch } = useUser();
  const { hash } = useLocation();
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
            <Card
              title={profileTitleOf(user)}
              aside={user.verified && <StatusLabel tone="success">Verified</StatusLabel>}
            >
              <ProfilePicture profile={user} />
              <ProfileForm profile={user} PhoneEntry={LazyPhoneField} />
            </Card>
            <div className={styles.page}>
              {hasRight(user.organisation, "wallet:read") && (
                <Card title="Wallets">
                  <WalletList profile={user} />
                </Card>
              )}
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
