/** Files of the log of changes: 24 hexadecimal digits, of the timeline, and of the place in it. A segment holds 16 MB. */

const perLog = 0x100n;
const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name);
const timelineOf = (name: string) => name.slice(0, 8);
const placeOf = (name: string) => BigInt(`0x${name.slice(8, 16)}`) * perLog + BigInt(`0x${name.slice(16)}`);
const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, "0");
const nameOf = (timeline: string, place: bigint) => `${timeline}${hex(place / perLog)}${hex(place % perLog)}`;

/**
 * The first segment that is missing between one and the newest of its timeline; undefined when there is none. Without it
 * nothing later can be restored, and a server that restores would take it for the end.
 * @param names of the files in the archive
 */
export function missingSegment(names: readonly string[], from: string): string | undefined {
  const own = names.filter((name) => isSegment(name) && timelineOf(name) === timelineOf(from));
  const places = new Set(own.map(placeOf));
  const last = own.map(placeOf).reduce((most, place) => (place > most ? place : most), -1n);
  for (let place = placeOf(from); place <= last || place === placeOf(from); place += 1n)
    if (!places.has(place)) return nameOf(timelineOf(from), place);
  return undefined;
}

/** Segments that no kept backup needs. @param from the oldest segment that one of them begins with */
export const servedSegments = (names: readonly string[], from: string): readonly string[] =>
  names.filter(
    (name) =>
      isSegment(name.slice(0, 24)) &&
      timelineOf(name) <= timelineOf(from) &&
      placeOf(name.slice(0, 24)) < placeOf(from),
  );

/**
 * The server's command that keeps one segment: whole or not at all, on the disk before the server forgets its own, and never over
 * another one. A segment that is there already, with the same content, is kept: a server that died before it noted so asks again.
 * @param wal folder of the log, its name without quotes or spaces
 */
export const keepSegment = (wal: string): string =>
  `if test -f ${wal}/%f; then cmp -s %p ${wal}/%f; else cp %p ${wal}/%f.part && sync ${wal}/%f.part && mv ${wal}/%f.part ${wal}/%f && sync ${wal}; fi`;
