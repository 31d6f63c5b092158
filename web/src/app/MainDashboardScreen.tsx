import { lazy, Suspense } from "react";
import { DashboardScreen } from "../features/history/DashboardScreen.tsx";
import { readRecentRequestIds } from "../lib/recent-requests.ts";
import { navigate, useLocation } from "../lib/router.ts";

// both are shown only right after a purchase
const BulkNotice = lazy(async () => ({
  default: (await import("../features/bulk/BulkPaidNotice.tsx")).BulkPaidNotice,
}));
const PushOffer = lazy(async () => ({ default: (await import("../features/notices/PushOffer.tsx")).PushOffer }));

/** The dashboard at `/main-dashboard`; the wizard passes the ids of the requests that have just been paid for. */
export function MainDashboardScreen() {
  const { pathname, search, state } = useLocation();
  const [asked, progressAddress] = [readRecentRequestIds(state), readBulkProgressPath(state)];
  const replaceState = (left: object) =>
    navigate(pathname + search, { replace: true, state: left, preserveScroll: true });
  return (
    <DashboardScreen
      paidRequestIds={asked}
      whileWaiting={
        <Suspense>
          <PushOffer />
        </Suspense>
      }
      above={
        progressAddress && (
          <Suspense>
            <BulkNotice address={progressAddress} onDismiss={() => replaceState({ asked })} />
          </Suspense>
        )
      }
      onDismissPaidRequest={(id) => replaceState({ asked: asked.filter((one) => one !== id), progressAddress })}
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
