import { useHashDialog } from "./hash-dialog.ts";

/** The wallet dialog, open at `#wallet`. */
export const useWallet = () => useHashDialog("wallet");
