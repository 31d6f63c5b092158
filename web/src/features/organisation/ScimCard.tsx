import { scimGroups, scimTokens } from "@idanimo/contract/organisations/scim";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../lib/query.ts";
import { useRight } from "../../lib/use-right.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { ScimGroupsCard } from "./ScimGroupsCard.tsx";
import { ScimTokensCard } from "./ScimTokensCard.tsx";

/** Members from a directory: its tokens, and the roles of its groups, for owners [TM-12]. */
export function ScimCard() {
  return useRight(scimTokens.right) ? <ScimContent /> : null;
}

function ScimContent() {
  const tokens = useQuery(operationQuery(scimTokens, {}));
  const groups = useQuery(operationQuery(scimGroups, {}));
  const retry = () => {
    void tokens.refetch();
    void groups.refetch();
  };
  if (tokens.data && groups.data)
    return (
      <>
        <ScimTokensCard address={tokens.data.address} tokens={tokens.data.tokens} />
        {(tokens.data.tokens.length > 0 || groups.data.groups.length > 0) && (
          <ScimGroupsCard groups={groups.data.groups} />
        )}
      </>
    );
  const error = tokens.error ?? groups.error;
  return error ? (
    <ErrorPanel
      title="The directory could not be loaded"
      next={error.message}
      busy={(tokens.isFetching || groups.isFetching) && "Trying again"}
      onRetry={retry}
    />
  ) : (
    <Skeleton what="the directory" onRetry={retry}>
      <SkeletonBlock height="14rem" />
    </Skeleton>
  );
}
