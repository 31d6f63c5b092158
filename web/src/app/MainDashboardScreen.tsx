import { lazy, Suspense } from "react";
import { useLocation, useNavigate } from "react-router";
import { DashboardScreen } from "../features/history/DashboardScreen.tsx";

// each stands there only right after a purchase
const BulkNotice = lazy(async () => ({ default: (await import("../features/bulk/BulkNotice.tsx")).BulkNotice }));
const PushOffer = lazy(async () => ({ default: (await import("../features/notices/PushOffer.tsx")).PushOffer }));

/** The dashboard at `/main-dashboard`; the wizard says in the navigation's state which requests have just been paid for. */
export function MainDashboardScreen() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const forget = () => void navigate({ pathname, search }, { replace: true, state: null, preventScrollReset: true });
  const progress = progressIn(state);
  return (
    <DashboardScreen
      asked={askedIn(state)}
      whileWaiting={
        <Suspense>
          <PushOffer />
        </Suspense>
      }
      above={
        progress && (
          <Suspense>
            <BulkNotice address={progress} onDismiss={forget} />
          </Suspense>
        )
      }
      onForgetAsked={forget}
    />
  );
}

function askedIn(state: unknown): readonly string[] {
  if (typeof state !== "object" || state === null || !("asked" in state) || !Array.isArray(state.asked)) return [];
  return state.asked.filter((id): id is string => typeof id === "string");
}

/** Where a file that has just been paid for shows its progress; nothing that is not such an address. */
function progressIn(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("progressAddress" in state)) return undefined;
  const { progressAddress } = state;
  return typeof progressAddress === "string" && /^\/bulk\/[0-9a-f-]{36}$/.test(progressAddress)
    ? progressAddress
    : undefined;
}
