/** What a process held at one moment of a long run. */
export type Point = { readonly seconds: number; readonly mb: number; readonly files: number };

/** The first part of a run, in which caches fill and code is compiled. */
const warmUp = 1 / 3;
const sixHours = 6 * 3_600;
/** Megabytes an hour in a run of six hours and more; in a shorter one collecting garbage moves more than that, and a tenth of the whole is the law. */
const [mostMbAnHour, mostGrowth] = [1, 0.1];
/** Connections come and go; over hours a line through them is level. */
const mostFilesAnHour = 0.5;

/** The steepness of the line that fits best, for each second. */
function slopeOf(points: readonly { readonly at: number; readonly value: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, value] = [mean(points.map((point) => point.at)), mean(points.map((point) => point.value))];
  const over = points.reduce((sum, point) => sum + (point.at - at) * (point.value - value), 0);
  const under = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0);
  return under === 0 ? 0 : over / under;
}

/**
 * What grows without an end, by a line through all points after the warm-up. Source: R-35.
 * @param seconds the length of the run
 * @returns what is wrong, and a line for a table
 */
export function steadinessOf(
  role: string,
  points: readonly Point[],
  seconds: number,
): { readonly wrong: readonly string[]; readonly words: string } {
  const warm = points.filter((point) => point.seconds > seconds * warmUp);
  const [first, last] = [warm[0], warm.at(-1)];
  if (!first || !last) throw new Error("the run was too short for a slope");
  const mbASecond = slopeOf(warm.map((point) => ({ at: point.seconds, value: point.mb })));
  const growth = (mbASecond * (last.seconds - first.seconds)) / first.mb;
  const isLong = seconds >= sixHours;
  const isTooMuch = isLong ? mbASecond * 3_600 > mostMbAnHour : growth > mostGrowth;
  const half = Math.ceil(warm.length / 2);
  const files = (some: readonly Point[]) => some.map((point) => point.files);
  const filesGrow = isLong
    ? slopeOf(warm.map((point) => ({ at: point.seconds, value: point.files }))) * 3_600 > mostFilesAnHour
    : Math.min(...files(warm.slice(half))) > Math.max(...files(warm.slice(0, half)));
  return {
    wrong: [
      ...(isTooMuch ? [`the memory of ${role} grows by ${(mbASecond * 3_600).toFixed(1)} MB an hour`] : []),
      ...(filesGrow ? [`open files of ${role} grow`] : []),
    ],
    words: `${role} ${last.mb.toFixed(0)} MB, ${(growth * 100).toFixed(1)} % growth after the warm-up, ${last.files} files`,
  };
}
