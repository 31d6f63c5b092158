import { useHashDialog } from "./use-hash-dialog.ts";

/** The list of notices, open at `#notices`. */
export const useNoticesPanel = () => useHashDialog("notices");
