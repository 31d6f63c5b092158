import { ConsentScreen } from "../features/consent/ConsentScreen.tsx";

/** Screens that a yes may open, by the first part of their address. */
const resultScreens: Readonly<Record<string, () => Promise<unknown>>> = {
  result: () => import("../features/result/PersonResultScreen.tsx"),
  "search-extension": () => import("../features/result/ExtensionResultScreen.tsx"),
  financial: () => import("../features/result/CreditResultScreen.tsx"),
};

/** Fetches a screen's code ahead, so that a yes is drawn at once. Source: G-S1. */
function prefetchResultScreen(address: string): void {
  const [, first = ""] = address.split("/");
  resultScreens[first]?.().catch(() => undefined); // it is fetched again when it is needed
}

/** The waiting screen at `/consent`, which has what comes next at hand. */
export function ConsentWaitingScreen() {
  return <ConsentScreen fetchAhead={prefetchResultScreen} />;
}
