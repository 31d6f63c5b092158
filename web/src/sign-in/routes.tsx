import type { Screen } from "../lib/screens.ts";

/**
 * The screens of the sign-in document, one line each. Its addresses are also in `tools/documents.ts`, which tells the server.
 * `{ path: "/login", title: "Sign in", load: async () => (await import("../features/sign-in/LoginScreen.tsx")).LoginScreen },`
 */
export const screens: readonly Screen[] = [];
