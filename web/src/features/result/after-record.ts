import { createContext, type ReactNode } from "react";

/**
 * The content below every record, provided by `app/`, which knows no result and so cannot leak one. `ResultFrame`
 * renders it below a record with `use(AfterRecord)` [RESULT-COMMON-08 T-56].
 */
export const AfterRecord = createContext<ReactNode>(null);
