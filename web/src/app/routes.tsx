import * as texts from "@idanimo/contract/texts";
import { lazy } from "react";
import { type Screen, screenAt } from "../lib/screens.ts";
import { MainDashboardScreen } from "./MainDashboardScreen.tsx";

/** The screens of the application, one line each. */
export const screens: readonly Screen[] = [
  { path: "/dashboard", title: texts.wizardTitle, load: async () => (await import("./VerifyScreen.tsx")).VerifyScreen },
  {
    path: "/main-dashboard",
    title: "Dashboard",
    // where everybody comes to: a part of what the application is built into (`vite.config.ts`)
    load: () => Promise.resolve(MainDashboardScreen),
  },
  { path: "/profile", title: "Profile", load: async () => (await import("./ProfileScreen.tsx")).ProfileScreen },
  {
    path: "/set-new-password",
    title: texts.changePassword,
    load: async () => (await import("../features/password/SetNewPasswordScreen.tsx")).SetNewPasswordScreen,
  },
  {
    path: "/password-confirm",
    title: texts.resetSuccessful,
    load: async () => (await import("../features/password/PasswordConfirmScreen.tsx")).PasswordConfirmScreen,
  },
  {
    path: "/consent",
    title: texts.awaitingConsentTitle,
    load: async () => (await import("./WaitingScreen.tsx")).WaitingScreen,
  },
  {
    path: "/disclaimer",
    title: texts.disclaimerTitle,
    load: async () => (await import("../features/result/DisclaimerScreen.tsx")).DisclaimerScreen,
  },
  {
    path: "/liveFace",
    title: "Live face",
    load: async () => (await import("../features/live-face/LiveFaceScreen.tsx")).LiveFaceScreen,
  },
  {
    path: "/bulk/:uploadId",
    title: "Bulk NIN",
    load: async () => (await import("../features/bulk/BulkProgress.tsx")).BulkProgress,
  },
  ...atBoth("/result", async () => (await import("../features/result/PersonResultScreen.tsx")).PersonResultScreen),
  ...atBoth(
    "/premblyNinResult",
    async () => (await import("../features/result/PersonResultScreen.tsx")).PersonResultScreen,
  ),
  ...atBoth(
    "/search-extension",
    async () => (await import("../features/result/ExtensionResultScreen.tsx")).ExtensionResultScreen,
    "Search Extension Verification Result",
  ),
  ...atBoth("/financial", async () => (await import("../features/result/CreditResultScreen.tsx")).CreditResultScreen),
  ...atBoth("/vehicle", async () => (await import("../features/result/VehicleResultScreen.tsx")).VehicleResultScreen),
  ...atBoth("/vehicle2", async () => (await import("../features/result/PlateResultScreen.tsx")).PlateResultScreen),
  ...atBoth(
    "/legit-car",
    async () => (await import("../features/result/LegitCarResultScreen.tsx")).LegitCarResultScreen,
  ),
  ...atBoth("/businessName", async () => (await import("./BusinessScreen.tsx")).BusinessScreen),
  ...atBoth(
    "/business",
    async () => (await import("../features/result/BusinessResultScreen.tsx")).BusinessResultScreen,
  ),
];

/** A result's screen at its address alone, where it says that there is none, and with the request. Source: design 3. */
function atBoth(path: string, load: Screen["load"], title: string = texts.verificationResult): readonly Screen[] {
  return [path, `${path}/:requestId`].map((address) => ({ path: address, title, load }));
}

/** Whether an address is one of the application's. Any other shows the not-found page, signed in or not. Source: NAV-07, O-53. */
export function isOurs(pathname: string): boolean {
  return screenAt(screens, pathname) !== undefined;
}

/** What opens at `#notices` on any screen. */
export const NoticesPanel = lazy(async () => ({
  default: (await import("../features/notices/NoticesPanel.tsx")).NoticesPanel,
}));

/** What opens at `#wallet` on any screen. */
export const WalletDialog = lazy(async () => ({
  default: (await import("../features/wallet/WalletDialog.tsx")).WalletDialog,
}));
