import { organisationDomains, readSso } from "@idanimo/contract/organisations/single-sign-on";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../lib/query.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { DomainsCard } from "./DomainsCard.tsx";
import { DefaultRoleCard } from "./DefaultRoleCard.tsx";
import styles from "./Organisation.module.css";
import { SettingsContent } from "./SettingsContent.tsx";
import { SsoCard } from "./SsoCard.tsx";

/** The domains of an organisation and its single sign-on [TM-11]. */
export function SignOnCards() {
  const domains = useQuery(operationQuery(organisationDomains, {}));
  const sso = useQuery(operationQuery(readSso, {}));
  const retry = () => {
    void domains.refetch();
    void sso.refetch();
  };
  if (!domains.data || !sso.data) {
    const error = domains.error ?? sso.error;
    return error ? (
      <ErrorPanel
        title="Domains and single sign-on could not be loaded"
        next={error.message}
        busy={(domains.isFetching || sso.isFetching) && "Trying again"}
        onRetry={retry}
      />
    ) : (
      <Skeleton what="domains and single sign-on" onRetry={retry}>
        <div className={styles.stack}>
          <SkeletonBlock height="14rem" />
          <SkeletonBlock height="28rem" />
        </div>
      </Skeleton>
    );
  }
  return (
    <>
      <DomainsCard domains={domains.data.domains} />
      <SsoCard settings={sso.data} hasDomain={domains.data.domains.some(({ verifiedAt }) => verifiedAt !== null)} />
      <SettingsContent>{(settings) => <DefaultRoleCard key={settings.id} settings={settings} />}</SettingsContent>
    </>
  );
}
