/** Column names of history.csv that the bulk file reader knows again. */
export const historyColumns = { parameter: "Parameter", value: "Value" } as const;
