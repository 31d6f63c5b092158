import { createContext, type ReactNode } from "react";

/**
 * What stands below every record, put there by `app/`: it is made where no result is known, so that it can say nothing about one.
 * The frame of the results draws it once a record is shown: `use(AfterRecord)`. Source: RESULT-COMMON-08, T-56.
 */
export const AfterRecord = createContext<ReactNode>(null);
