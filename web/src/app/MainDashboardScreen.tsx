import { profile } from "@idanimo/contract/accounts";
import { history } from "@idanimo/contract/history";
import { closedOrganisation } from "@idanimo/contract/organisations/texts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { DashboardScreen } from "../features/history/DashboardScreen.tsx";
import { operationQuery } from "../lib/query.ts";
import { hasRight } from "../lib/use-right.ts";
import { LinkButton } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { readRecentRequestIds } from "../lib/recent-requests.ts";
import { navigate, useLocation } from "../lib/router.ts";

// the one is shown only on its tab, the other only right after a purchase
const BulkFilesTab = lazy(async () => ({
  default: (await import("../features/bulk/BulkFilesTab.tsx")).BulkFilesTab,
}));
const PushOffer = lazy(async () => ({ default: (await import("../features/notices/PushOffer.tsx")).PushOffer }));

/** The dashboard at `/main-dashboard`; the wizard passes the ids of the requests that have just been paid for. */
export function MainDashboardScreen() {
  const { pathname, search, state } = useLocation();
  const user = useQuery(operationQuery(profile, {}));
  const organisation = user.data?.organisation;
  if (organisation && !hasRight(organisation, history.right)) return <NoChecks organisation={organisation} />;
  return (
    <DashboardScreen
      {...((user.data?.organisation ?? user.data?.userType === "business") && {
        bulkFiles: (
          <Suspense>
            <BulkFilesTab />
          </Suspense>
        ),
      })}
      paidRequestIds={readRecentRequestIds(state)}
      paidFileAddress={readBulkProgressPath(state)}
      onDismissPaid={() => navigate(pathname + search, { replace: true, state: {}, preserveScroll: true })}
      whileWaiting={
        <Suspense>
          <PushOffer />
        </Suspense>
      }
    />
  );
}

type NoChecksProps = { readonly organisation: { readonly name: string; readonly rights: readonly string[] } };

/** A role without checks, or the account whose organisation was closed, which has no rights. */
function NoChecks({ organisation: { name, rights } }: NoChecksProps) {
  const isClosed = rights.length === 0 && name === closedOrganisation;
  return (
    <>
      <PageHeader title="Dashboard" />
      <Notice
        tone="info"
        title={isClosed ? "This organisation was closed" : "Your role does not include checks"}
        actions={
          <LinkButton size="small" href="#accounts">
            Switch account
          </LinkButton>
        }
      >
        {isClosed
          ? "Your sign-in and profile stay. Switch to another organisation, or create one."
          : `Ask an owner or admin of ${name} if you need them.`}
      </Notice>
    </>
  );
}

/** The progress page of a file that has just been paid for; undefined for anything but such a path. */
function readBulkProgressPath(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("progressAddress" in state)) return undefined;
  const { progressAddress } = state;
  return typeof progressAddress === "string" && /^\/bulk\/[0-9a-f-]{36}$/.test(progressAddress)
    ? progressAddress
    : undefined;
}
