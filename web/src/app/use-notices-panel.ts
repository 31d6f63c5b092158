import { useHashDialog } from "./use-hash-dialog.ts";

/** The notices panel, open at `#notices`. */
export const useNoticesPanel = () => useHashDialog("notices");
