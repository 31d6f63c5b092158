import { lazy, Suspense } from "react";
import { DashboardScreen } from "../features/history/DashboardScreen.tsx";
import { askedIn } from "../lib/just-asked.ts";
import { go, usePlace } from "../lib/place.ts";

// each stands there only right after a purchase
const BulkNotice = lazy(async () => ({ default: (await import("../features/bulk/BulkNotice.tsx")).BulkNotice }));
const PushOffer = lazy(async () => ({ default: (await import("../features/notices/PushOffer.tsx")).PushOffer }));

/** The dashboard at `/main-dashboard`; the wizard says which requests have just been paid for. */
export function MainDashboardScreen() {
  const { pathname, search, said } = usePlace();
  const [asked, progressAddress] = [askedIn(said), progressIn(said)];
  const tell = (left: object) => go(pathname + search, { replace: true, said: left, still: true });
  return (
    <DashboardScreen
      asked={asked}
      whileWaiting={
        <Suspense>
          <PushOffer />
        </Suspense>
      }
      above={
        progressAddress && (
          <Suspense>
            <BulkNotice address={progressAddress} onDismiss={() => tell({ asked })} />
          </Suspense>
        )
      }
      onForgetAsked={(id) => tell({ asked: asked.filter((one) => one !== id), progressAddress })}
    />
  );
}

/** Where a file that has just been paid for shows its progress; nothing that is not such an address. */
function progressIn(said: unknown): string | undefined {
  if (typeof said !== "object" || said === null || !("progressAddress" in said)) return undefined;
  const { progressAddress } = said;
  return typeof progressAddress === "string" && /^\/bulk\/[0-9a-f-]{36}$/.test(progressAddress)
    ? progressAddress
    : undefined;
}
