/** Command-line arguments that `npm run chaos` and `npm run bench` share. */

/** @param only names with commas between; undefined for all */
export function chooseByName<One extends { readonly name: string }>(
  all: readonly One[],
  only: string | undefined,
): readonly One[] {
  const names = only?.split(",");
  const unknown = names?.filter((name) => all.every((one) => one.name !== name)) ?? [];
  if (unknown.length > 0)
    throw new Error(
      `--only: there is no ${unknown.join(", ")}. Choose from ${all.map(({ name }) => name).join(", ")}.`,
    );
  return all.filter(({ name }) => names?.includes(name) !== false);
}

export function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${option} must be a whole number.`);
  return Number(text);
}

export function positiveNumber(option: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`${option} must be a number above 0.`);
  return number;
}
