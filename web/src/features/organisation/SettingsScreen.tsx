import { readOrganisation } from "@idanimo/contract/organisations/organisations";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../lib/query.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { OrganisationPage } from "./OrganisationPage.tsx";
import { sections } from "./sections.ts";
import { SettingsForm } from "./SettingsForm.tsx";

/** `/organisation/settings`: name, company number, address, terms, and rules for members. */
export function SettingsScreen() {
  return (
    <OrganisationPage section={sections.settings} lead="Who you are, and rules for every member.">
      <SettingsContent />
    </OrganisationPage>
  );
}

function SettingsContent() {
  const query = useQuery(operationQuery(readOrganisation, {}));
  if (query.data) return <SettingsForm key={query.data.id} settings={query.data} />;
  if (query.isError)
    return (
      <ErrorPanel
        title="The settings could not be loaded"
        next={query.error.message}
        busy={query.isFetching && "Trying again"}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <Skeleton what="the settings" onRetry={() => void query.refetch()}>
      <SkeletonBlock height="20rem" />
    </Skeleton>
  );
}
