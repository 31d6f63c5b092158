export const defaultAlarmThresholds = { reads: 500, failed_sign_ins: 300, refusals: 1 };

/** Counts per hour that raise an alarm; `reads` are records that one account opened. */
export type AlarmThresholds = Readonly<typeof defaultAlarmThresholds>;

const isLevel = (name: string | undefined): name is keyof AlarmThresholds =>
  name !== undefined && Object.hasOwn(defaultAlarmThresholds, name);

/**
 * Parses `reads=1000, refusals=5`; names that are missing keep their default. Undefined for an unknown name or an
 * invalid number.
 */
export function parseAlarmThresholds(text: string): AlarmThresholds | undefined {
  const levels = { ...defaultAlarmThresholds };
  for (const part of text.split(",").filter((entry) => entry.trim() !== "")) {
    const [, name, count] = /^([a-z_]+)=([1-9][0-9]{0,8})$/.exec(part.trim()) ?? [];
    if (!isLevel(name)) return undefined;
    levels[name] = Number(count);
  }
  return levels;
}
