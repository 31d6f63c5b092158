import type { Route } from "../lib/match-route.ts";
import { loadLoginPage } from "./pages/LoginPage.tsx";

/** The screens of the sign-in document, one line each. Its addresses are also in `tools/documents.ts`, which tells the server. */
export const routes: readonly Route[] = [
  // where everybody comes to: a part of what the document is built into (`vite.config.ts`)
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
    // the mailed link is /reset-password/:email/:token; its secret has left the address before this list is read
    path: "/reset-password",
    title: "Set a new password",
    load: async () => (await import("./pages/ResetPasswordPage.tsx")).ResetPasswordPage,
  },
];
