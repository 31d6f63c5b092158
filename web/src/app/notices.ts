import { useHashDialog } from "./hash-dialog.ts";

/** The list of notices, open at `#notices`. */
export const useNotices = () => useHashDialog("notices");
