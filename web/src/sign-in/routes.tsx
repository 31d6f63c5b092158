import type { Route } from "../lib/match-route.ts";
import { loadLoginPage } from "./pages/LoginPage.tsx";

/** The routes of the sign-in document. `tools/documents.ts` repeats the paths for the server. */
export const routes: readonly Route[] = [
  // every user arrives here, so it is part of the main bundle (`vite.config.ts`)
  { path: "/login", title: "Sign in", load: loadLoginPage },
  {
    path: "/sign-up",
    title: "Create an account",
    load: async () => (await import("./pages/SignUpPage.tsx")).SignUpPage,
  },
  {
    path: "/individual/sign-up/1",
    title: "Create Account",
    load: async () => (await import("./pages/IndividualPage.tsx")).IndividualPage,
  },
  {
    path: "/individual/sign-up/2",
    title: "Create a business account, step 1 of 2",
    load: async () => (await import("./pages/BusinessDetailsPage.tsx")).BusinessDetailsPage,
  },
  {
    path: "/individual/sign-up/3",
    title: "Create a business account, step 2 of 2",
    load: async () => (await import("./pages/BusinessPage.tsx")).BusinessPage,
  },
  {
    path: "/verify-otp",
    title: "Enter your code",
    load: async () => (await import("./pages/VerifyOtpPage.tsx")).VerifyOtpPage,
  },
  {
    path: "/email-confirm",
    title: "Your email address",
    load: async () => (await import("./pages/EmailConfirmPage.tsx")).EmailConfirmPage,
  },
  {
    path: "/check-email",
    title: "Check your email",
    load: async () => (await import("./pages/CheckEmailPage.tsx")).CheckEmailPage,
  },
  {
    path: "/forgot-password",
    title: "Forgotten password",
    load: async () => (await import("./pages/ForgotPasswordPage.tsx")).ForgotPasswordPage,
  },
  {
    // the emailed link is /reset-password/:email/:token; its secret is removed from the URL before the routes are
    // matched
    path: "/reset-password",
    title: "Set a new password",
    load: async () => (await import("./pages/ResetPasswordPage.tsx")).ResetPasswordPage,
  },
  {
    // the emailed link is /join/:token, which is removed from the URL as well
    path: "/join",
    title: "Join an organisation",
    load: async () => (await import("./pages/JoinPage.tsx")).JoinPage,
  },
];
