import type { SearchType } from "@idanimo/contract/catalogue";
import { partOfFieldName, partsOfSearchType, type RecordPart, selectRecordParts } from "@idanimo/contract/record-parts";
import { creditRecord } from "@idanimo/contract/checks/bvn/record";
import { extensionRecord, type ExtensionRecord } from "@idanimo/contract/checks/phone/record";

/** Splits a person's record into pieces by the parts that a subject consents to, and joins the granted ones. Pure. */

type RecordValues = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];
/** A value of a record, and the members and positions that lead to it. */
type RecordValue = readonly [path: Path, value: unknown];

/** Values of a record that are shown only if all of these parts are granted. */
export type RecordPiece = { readonly parts: readonly RecordPart[]; readonly values: readonly RecordValue[] };

/** The parts of a value; undefined for one that no subject is asked for. */
function partsOfValue(type: SearchType, path: Path): readonly RecordPart[] | undefined {
  const part = partOfFieldName(String(path.at(-1)));
  const [member, , table] = path;
  switch (type) {
    case "phone": {
      // the bank's record needs its own part, whatever it contains
      const ofHalf: readonly RecordPart[] = member === "premblyBvnVerification" ? ["bank"] : [];
      const isField = path[1] === "data" && path.length > 2;
      if (!isField) return ofHalf.length > 0 ? ofHalf : ["identity"];
      return part && [...ofHalf, part];
    }
    case "bvn":
      if (member === "basic-data") return part && [part];
      // a bureau's columns have names of its own
      return part && table !== undefined ? ["credit", part] : ["credit"];
    default:
      return part && [part];
  }
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** All values of a record; an empty list or object counts as a value. */
function* valuesOf(node: unknown, path: Path = []): Generator<RecordValue> {
  const members = isObject(node) ? Object.entries(node) : [];
  if (members.length === 0) yield [path, node];
  for (const [name, value] of members) yield* valuesOf(value, [...path, Array.isArray(node) ? Number(name) : name]);
}

function parseRecord(type: SearchType, record: RecordValues): RecordValues {
  if (type === "phone") return extensionRecord.parse(record);
  return type === "bvn" ? creditRecord.parse(record) : record;
}

/**
 * Splits a record into the pieces that may be stored. Everything else is left out: values of other parts, and values
 * that no subject is asked for [T-46].
 * @param stored the parts that the request may show
 */
export function splitRecord(
  type: SearchType,
  record: RecordValues,
  stored: readonly RecordPart[],
): readonly RecordPiece[] {
  const pieces = new Map<string, { parts: readonly RecordPart[]; values: RecordValue[] }>();
  for (const value of valuesOf(parseRecord(type, record))) {
    const parts = selectRecordParts(partsOfValue(type, value[0]) ?? []);
    if (parts.length === 0 || !parts.every((part) => stored.includes(part))) continue;
    const piece = pieces.get(parts.join()) ?? { parts, values: [] };
    pieces.set(parts.join(), piece);
    piece.values.push(value);
  }
  return [...pieces.values()];
}

type Tree = Map<string | number, Tree | { readonly value: unknown }>;

function addValue(tree: Tree, [path, value]: RecordValue): void {
  let node = tree;
  for (const step of path.slice(0, -1)) {
    const next = node.get(step);
    const child: Tree = next instanceof Map ? next : new Map();
    node.set(step, child);
    node = child;
  }
  const last = path.at(-1);
  if (last !== undefined) node.set(last, { value });
}

/** Lists keep their order; a position whose values were all left out is closed. */
function fromTree(node: Tree | { readonly value: unknown }): unknown {
  if (!(node instanceof Map)) return node.value;
  const members = [...node];
  if (members.every(([name]) => typeof name === "number"))
    return members.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, child]) => fromTree(child));
  return Object.fromEntries(members.map(([name, child]) => [String(name), fromTree(child)]));
}

const isRecordObject = (value: unknown): value is RecordValues => isObject(value) && !Array.isArray(value);

type Verification = ExtensionRecord["premblyBvnVerification"];

/** A verification that was not granted does not reveal whether there was a record. */
const hiddenVerification: Verification = {
  verificationStatus: "NOT-VERIFIED",
  verificationReference: null,
  data: null,
};

/** Joins pieces to a record with the members that its type always has. */
export function joinPieces(type: SearchType, pieces: readonly RecordPiece[]): RecordValues {
  const tree: Tree = new Map();
  for (const value of pieces.flatMap(({ values }) => values)) addValue(tree, value);
  const joined = tree.size === 0 ? {} : fromTree(tree);
  const record = isRecordObject(joined) ? joined : {};
  if (type === "phone") {
    const halfOf = (name: keyof ExtensionRecord) => {
      const half = record[name];
      return isRecordObject(half) ? { ...hiddenVerification, ...half } : hiddenVerification;
    };
    return {
      premblyPhoneVerification: halfOf("premblyPhoneVerification"),
      premblyBvnVerification: halfOf("premblyBvnVerification"),
    };
  }
  return type === "bvn" ? { "basic-data": [], ...record } : record;
}

/** A record with the values of these parts only. Does not change a record without a subject. */
export function redactParts(type: SearchType, record: RecordValues, granted: readonly RecordPart[]): RecordValues {
  return partsOfSearchType(type).length === 0 ? record : joinPieces(type, splitRecord(type, record, granted));
}

const pickParts = (values: RecordValues, parts: readonly RecordPart[]): RecordValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const part = partOfFieldName(name);
      return part !== undefined && parts.includes(part);
    }),
  );

/**
 * A source's answer, which may be stored while another source is pending, without the values that the request cannot
 * show.
 */
export function keepParts(type: SearchType, response: unknown, stored: readonly RecordPart[]): unknown {
  if (partsOfSearchType(type).length === 0 || !isRecordObject(response)) return response;
  const { fields, basic } = response;
  return {
    ...response,
    ...(isRecordObject(fields) && { fields: pickParts(fields, stored) }),
    ...(isRecordObject(basic) && { basic: pickParts(basic, stored) }),
  };
}
