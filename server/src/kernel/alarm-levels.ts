export const usualAlarmLevels = { reads: 500, failed_sign_ins: 300, refusals: 1 };

/** From how many of these in an hour on somebody should look; `reads` are records that one account opened. */
export type AlarmLevels = Readonly<typeof usualAlarmLevels>;

const isLevel = (name: string | undefined): name is keyof AlarmLevels =>
  name !== undefined && Object.hasOwn(usualAlarmLevels, name);

/** Reads `reads=1000, refusals=5`; what is not named stays as usual. Undefined when a name is unknown or a number is none. */
export function readAlarmLevels(text: string): AlarmLevels | undefined {
  const levels = { ...usualAlarmLevels };
  for (const part of text.split(",").filter((entry) => entry.trim() !== "")) {
    const [, name, count] = /^([a-z_]+)=([1-9][0-9]{0,8})$/.exec(part.trim()) ?? [];
    if (!isLevel(name)) return undefined;
    levels[name] = Number(count);
  }
  return levels;
}
