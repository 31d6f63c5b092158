import { texts } from "@idanimo/contract/texts";
import { type ComponentType, lazy } from "react";
import type { Screen } from "../lib/screens.ts";

/**
 * The screens of the application, one line each:
 * `{ path: "/profile", title: "Profile", load: async () => (await import("../features/profile/ProfileScreen.tsx")).ProfileScreen },`
 */
export const screens: readonly Screen[] = [
  { path: "/dashboard", title: texts.wizardTitle, load: async () => (await import("./VerifyScreen.tsx")).VerifyScreen },
  {
    path: "/main-dashboard",
    title: "Dashboard",
    load: async () => (await import("./MainDashboardScreen.tsx")).MainDashboardScreen,
  },
  {
    path: "/consent",
    title: texts.awaitingConsentTitle,
    load: async () => (await import("../features/consent/ConsentScreen.tsx")).ConsentScreen,
  },
  ...["/result", "/result/:requestId", "/premblyNinResult", "/premblyNinResult/:requestId"].map((path) => ({
    path,
    title: texts.verificationResult,
    load: async () => (await import("../features/result/PersonResultScreen.tsx")).PersonResultScreen,
  })),
];

/**
 * What opens at `#wallet` on any screen; as a chunk of its own:
 * `lazy(async () => ({ default: (await import("../features/wallet/WalletDialog.tsx")).WalletDialog }))`
 */
export const WalletDialog: ComponentType<{ readonly onClose: () => void }> | undefined = lazy(async () => ({
  default: (await import("../features/wallet/WalletDialog.tsx")).WalletDialog,
}));
