/** WAL files: 24 hexadecimal digits, of the timeline and of the position in it. A segment is 16 MB. */

const segmentsPerLog = 0x100n;
const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name);
const timelineOf = (name: string) => name.slice(0, 8);
const positionOf = (name: string) => BigInt(`0x${name.slice(8, 16)}`) * segmentsPerLog + BigInt(`0x${name.slice(16)}`);
const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, "0");
const segmentName = (timeline: string, position: bigint) =>
  `${timeline}${hex(position / segmentsPerLog)}${hex(position % segmentsPerLog)}`;

/**
 * The first segment that is missing between one and the newest of its timeline; undefined if there is none. Nothing
 * after a gap can be restored, and a restoring server would take the gap for the end.
 * @param names of the files in the archive
 */
export function findMissingSegment(names: readonly string[], from: string): string | undefined {
  const own = names.filter((name) => isSegment(name) && timelineOf(name) === timelineOf(from));
  const places = new Set(own.map(positionOf));
  const last = own.map(positionOf).reduce((most, position) => (position > most ? position : most), -1n);
  for (let position = positionOf(from); position <= last || position === positionOf(from); position += 1n)
    if (!places.has(position)) return segmentName(timelineOf(from), position);
  return undefined;
}

/** Segments that no remaining backup needs. @param from the oldest first segment of those backups */
export const unneededSegments = (names: readonly string[], from: string): readonly string[] =>
  names.filter(
    (name) =>
      isSegment(name.slice(0, 24)) &&
      timelineOf(name) <= timelineOf(from) &&
      positionOf(name.slice(0, 24)) < positionOf(from),
  );

/**
 * The server's archive command for one segment: complete or not at all, synced to disk, and never over another
 * file. It succeeds for a segment that is there with the same content: a server that crashed before it recorded the
 * call repeats it.
 * @param wal folder of the archive, its name without quotes or spaces
 */
export const archiveCommand = (wal: string): string =>
  `if test -f ${wal}/%f; then cmp -s %p ${wal}/%f; else cp %p ${wal}/%f.part && sync ${wal}/%f.part && mv ${wal}/%f.part ${wal}/%f && sync ${wal}; fi`;
