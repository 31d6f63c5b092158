import { lazy, Suspense } from "react";

import { ConsentScreen } from "../features/consent/ConsentScreen.tsx";

const PushOffer = lazy(async () => ({ default: (await import("../features/notices/PushOffer.tsx")).PushOffer }));

/** Result screens that can open after consent is granted, by the first part of their path. */
const resultScreens: Readonly<Record<string, () => Promise<unknown>>> = {
  result: () => import("../features/result/PersonResultScreen.tsx"),
  "search-extension": () => import("../features/result/ExtensionResultScreen.tsx"),
  financial: () => import("../features/result/CreditResultScreen.tsx"),
};

/** Prefetches a screen's code, so that the result renders as soon as consent is granted [G-S1]. */
function prefetchResultScreen(address: string): void {
  const [, first = ""] = address.split("/");
  resultScreens[first]?.().catch(() => undefined); // the router fetches it again when it is needed
}

/** The waiting screen at `/consent`; prefetches the result screen and offers push notices. */
export function ConsentWaitingScreen() {
  return (
    <ConsentScreen
      fetchAhead={prefetchResultScreen}
      whileWaiting={
        <Suspense>
          <PushOffer />
        </Suspense>
      }
    />
  );
}
