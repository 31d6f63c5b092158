import { profile } from "@idanimo/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { DashboardScreen } from "../features/history/DashboardScreen.tsx";
import { operationQuery } from "../lib/query.ts";
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

/** The progress page of a file that has just been paid for; undefined for anything but such a path. */
function readBulkProgressPath(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("progressAddress" in state)) return undefined;
  const { progressAddress } = state;
  return typeof progressAddress === "string" && /^\/bulk\/[0-9a-f-]{36}$/.test(progressAddress)
    ? progressAddress
    : undefined;
}
