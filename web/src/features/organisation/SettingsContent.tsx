import { type OrganisationSettings, readOrganisation } from "@idanimo/contract/organisations/organisations";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { operationQuery } from "../../lib/query.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";

type Props = { readonly children: (settings: OrganisationSettings) => ReactElement };

/** The settings once they are loaded. */
export function SettingsContent({ children }: Props) {
  const query = useQuery(operationQuery(readOrganisation, {}));
  if (query.data) return children(query.data);
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
