/** The value that a share of the numbers does not exceed. @param share 0.5 for the median */
export const quantile = (numbers: readonly number[], share: number) =>
  numbers.toSorted((left, right) => left - right)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ??
  Number.NaN;
export const median = (numbers: readonly number[]) => quantile(numbers, 0.5);
