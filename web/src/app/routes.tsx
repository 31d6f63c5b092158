import type { ComponentType } from "react";
import type { Screen } from "../lib/screens.ts";

/**
 * The screens of the application, one line each:
 * `{ path: "/profile", title: "Profile", load: async () => (await import("../features/profile/ProfileScreen.tsx")).ProfileScreen },`
 */
export const screens: readonly Screen[] = [];

/**
 * What opens at `#wallet` on any screen; as a chunk of its own:
 * `lazy(async () => ({ default: (await import("../features/wallet/WalletDialog.tsx")).WalletDialog }))`
 */
export const WalletDialog: ComponentType<{ readonly onClose: () => void }> | undefined = undefined;
