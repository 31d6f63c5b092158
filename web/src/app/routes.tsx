import { type ResultPage, resultPages } from "@idanimo/contract/checks/check-row";
import * as texts from "@idanimo/contract/texts";
import { lazy } from "react";
import { type Route, matchRoute } from "../lib/match-route.ts";
import { MainDashboardScreen } from "./MainDashboardScreen.tsx";

type Screen = Pick<Route, "load"> & Partial<Pick<Route, "title">>;
/** The screen of each kind of result. */
const resultScreens: Readonly<Record<ResultPage, Screen>> = {
  person: { load: async () => (await import("../features/result/PersonResultScreen.tsx")).PersonResultScreen },
  extension: {
    title: "Search Extension Verification Result",
    load: async () => (await import("../features/result/ExtensionResultScreen.tsx")).ExtensionResultScreen,
  },
  credit: { load: async () => (await import("../features/result/CreditResultScreen.tsx")).CreditResultScreen },
  vehicle: { load: async () => (await import("../features/result/VehicleResultScreen.tsx")).VehicleResultScreen },
  plate: { load: async () => (await import("../features/result/PlateResultScreen.tsx")).PlateResultScreen },
  legitCar: { load: async () => (await import("../features/result/LegitCarResultScreen.tsx")).LegitCarResultScreen },
  companies: { load: async () => (await import("./BusinessScreen.tsx")).BusinessScreen },
  labelled: { load: async () => (await import("../features/result/LabelledResultScreen.tsx")).LabelledResultScreen },
  answer: { load: async () => (await import("../features/result/AnswerResultScreen.tsx")).AnswerResultScreen },
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const pagesOfResults = Object.keys(resultPages) as readonly ResultPage[];

/** The application's routes. */
export const routes: readonly Route[] = [
  { path: "/dashboard", title: texts.wizardTitle, load: async () => (await import("./VerifyScreen.tsx")).VerifyScreen },
  {
    path: "/individual/verify", // `?again=` and a request's id repeats it
    title: texts.wizardTitle,
    load: async () => (await import("./VerifyScreen.tsx")).VerifyScreen,
  },
  {
    path: "/main-dashboard",
    title: "Dashboard",
    // every user arrives here, so it is part of the main bundle (`vite.config.ts`)
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
    load: async () => (await import("./ConsentWaitingScreen.tsx")).ConsentWaitingScreen,
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
    load: async () => (await import("../features/bulk/BulkProgressScreen.tsx")).BulkProgressScreen,
  },
  {
    path: "/organisation/members",
    title: "Members",
    load: async () => (await import("../features/organisation/MembersScreen.tsx")).MembersScreen,
  },
  {
    path: "/organisation/roles",
    title: "Roles",
    load: async () => (await import("../features/organisation/RolesScreen.tsx")).RolesScreen,
  },
  {
    path: "/organisation/rules",
    title: "Rules",
    load: async () => (await import("../features/organisation/RulesScreen.tsx")).RulesScreen,
  },
  {
    path: "/organisation/approvals",
    title: "Approvals",
    load: async () => (await import("../features/organisation/ApprovalsScreen.tsx")).ApprovalsScreen,
  },
  {
    path: "/approval/:sessionCode",
    title: "Waiting for approval",
    load: async () => (await import("./WaitingApprovalScreen.tsx")).WaitingApprovalScreen,
  },
  {
    path: "/organisation/security",
    title: "Security",
    load: async () => (await import("../features/organisation/SecurityScreen.tsx")).SecurityScreen,
  },
  {
    path: "/organisation/audit",
    title: "Activity",
    load: async () => (await import("../features/organisation/AuditScreen.tsx")).AuditScreen,
  },
  {
    path: "/organisation/settings",
    title: "Settings",
    load: async () => (await import("./OrganisationSettingsScreen.tsx")).OrganisationSettingsScreen,
  },
  {
    path: "/developers/keys",
    title: "Keys",
    load: async () => (await import("../features/developers/KeysScreen.tsx")).KeysScreen,
  },
  {
    path: "/developers/webhooks",
    title: "Webhooks",
    load: async () => (await import("../features/developers/WebhooksScreen.tsx")).WebhooksScreen,
  },
  {
    path: "/developers/webhooks/:endpointId",
    title: "Webhook endpoint",
    load: async () => (await import("../features/developers/EndpointScreen.tsx")).EndpointScreen,
  },
  {
    path: "/developers/requests",
    title: "Requests",
    load: async () => (await import("../features/developers/RequestsScreen.tsx")).RequestsScreen,
  },
  {
    path: "/developers/requests/:requestId",
    title: "API call",
    load: async () => (await import("../features/developers/RequestScreen.tsx")).RequestScreen,
  },
  {
    path: "/developers/test-data",
    title: "Test data",
    load: async () => (await import("../features/developers/TestDataScreen.tsx")).TestDataScreen,
  },
  {
    path: "/developers/inbox",
    title: "Inbox",
    load: async () => (await import("../features/developers/InboxScreen.tsx")).InboxScreen,
  },
  ...resultRoutes("/result", resultScreens.person),
  ...pagesOfResults.flatMap((page) => resultRoutes(resultPages[page], resultScreens[page])),
  ...resultRoutes("/business", {
    load: async () => (await import("../features/result/BusinessResultScreen.tsx")).BusinessResultScreen,
  }),
];

/**
 * Routes of a result: its path alone, where the screen says that there is no result, and its path with a request
 * id.
 */
function resultRoutes(path: string, { load, title = texts.verificationResult }: Screen): readonly Route[] {
  return [path, `${path}/:requestId`].map((address) => ({ path: address, title, load }));
}

/**
 * Whether a path belongs to the application. Any other path shows the not-found page, signed in or not [NAV-07
 * O-53].
 */
export function isAppPath(pathname: string): boolean {
  return matchRoute(routes, pathname) !== undefined;
}

/** Opens at `#notices` on any screen. */
export const NoticesPanel = lazy(async () => ({
  default: (await import("../features/notices/NoticesPanel.tsx")).NoticesPanel,
}));

/** Opens at `#shortcuts` on any screen. */
export const ShortcutsDialog = lazy(async () => ({
  default: (await import("./ShortcutsDialog.tsx")).ShortcutsDialog,
}));

/** Opens at `#wallet` on any screen. */
export const WalletDialog = lazy(async () => ({
  default: (await import("../features/wallet/WalletDialog.tsx")).WalletDialog,
}));

/** Opens at `#accounts` on any screen. */
export const AccountsDialog = lazy(async () => ({
  default: (await import("../features/organisation/AccountsDialog.tsx")).AccountsDialog,
}));
