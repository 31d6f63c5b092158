/** Command-line arguments that `npm run chaos` and `npm run bench` share. */

/** A wrong argument; its message is for the person at the terminal. */
export class UsageError extends Error {}

/** @param only names with commas between; undefined for all */
export function chooseByName<One extends { readonly name: string }>(
  all: readonly One[],
  only: string | undefined,
): readonly One[] {
  const names = only?.split(",");
  const unknown = names?.filter((name) => all.every((one) => one.name !== name)) ?? [];
  if (unknown.length > 0)
    throw new UsageError(
      `--only: there is no ${unknown.join(", ")}. Choose from ${all.map(({ name }) => name).join(", ")}.`,
    );
  return all.filter(({ name }) => names?.includes(name) !== false);
}

export function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${option} must be a whole number.`);
  return Number(text);
}

/** Prints a usage error and exits with 2. */
export function exitOnUsageError<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
