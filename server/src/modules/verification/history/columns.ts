/** Columns of history.csv that the bulk file reader recognises. */
export const historyColumns = { parameter: "Parameter", value: "Value" } as const;
