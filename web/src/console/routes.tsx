import type { Route } from "../lib/match-route.ts";

/** The screens of the console. */
export const routes: readonly Route[] = [
  { path: "/", title: "Today", load: async () => (await import("./screens/TodayScreen.tsx")).TodayScreen },
  { path: "/find", title: "Find", load: async () => (await import("./screens/FindScreen.tsx")).FindScreen },
  {
    path: "/accounts/:id",
    title: "Account",
    load: async () => (await import("./screens/AccountScreen.tsx")).AccountScreen,
  },
  {
    path: "/requests/:id",
    title: "Request",
    load: async () => (await import("./screens/RequestScreen.tsx")).RequestScreen,
  },
  { path: "/cases", title: "Cases", load: async () => (await import("./screens/CasesScreen.tsx")).CasesScreen },
  { path: "/cases/:id", title: "Case", load: async () => (await import("./screens/CaseScreen.tsx")).CaseScreen },
  {
    path: "/grievances",
    title: "Grievances",
    load: async () => (await import("./screens/GrievancesScreen.tsx")).GrievancesScreen,
  },
  {
    path: "/grievances/new",
    title: "Enter a notice",
    load: async () => (await import("./screens/NoticeScreen.tsx")).NoticeScreen,
  },
  {
    path: "/grievances/:id",
    title: "Grievance",
    load: async () => (await import("./screens/GrievanceScreen.tsx")).GrievanceScreen,
  },
  {
    path: "/breach",
    title: "Breaches",
    load: async () => (await import("./screens/BreachesScreen.tsx")).BreachesScreen,
  },
  {
    path: "/breach/new",
    title: "Start the clock",
    load: async () => (await import("./screens/NewBreachScreen.tsx")).NewBreachScreen,
  },
  {
    path: "/breach/:id",
    title: "Breach",
    load: async () => (await import("./screens/BreachScreen.tsx")).BreachScreen,
  },
  {
    path: "/approvals",
    title: "Approvals",
    load: async () => (await import("./screens/ApprovalsScreen.tsx")).ApprovalsScreen,
  },
  { path: "/money", title: "Money", load: async () => (await import("./screens/MoneyScreen.tsx")).MoneyScreen },
  { path: "/prices", title: "Prices", load: async () => (await import("./screens/PricesScreen.tsx")).PricesScreen },
  { path: "/sources", title: "Sources", load: async () => (await import("./screens/SourcesScreen.tsx")).SourcesScreen },
  { path: "/jobs", title: "Jobs", load: async () => (await import("./screens/JobsScreen.tsx")).JobsScreen },
  { path: "/audit", title: "Audit log", load: async () => (await import("./screens/AuditScreen.tsx")).AuditScreen },
  {
    path: "/operators",
    title: "Operators",
    load: async () => (await import("./screens/OperatorsScreen.tsx")).OperatorsScreen,
  },
  {
    path: "/access",
    title: "Your access",
    load: async () => (await import("./screens/AccessScreen.tsx")).AccessScreen,
  },
  {
    path: "/welcome/:token",
    title: "Set up your access",
    load: async () => (await import("./screens/WelcomeScreen.tsx")).WelcomeScreen,
  },
];
