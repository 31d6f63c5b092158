import { type CatalogueRow, catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
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

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isRecordObject = (value: unknown): value is RecordValues => isObject(value) && !Array.isArray(value);

type Verification = ExtensionRecord["premblyBvnVerification"];

/** A verification that was not granted does not reveal whether there was a record. */
const hiddenVerification: Verification = {
  verificationStatus: "NOT-VERIFIED",
  verificationReference: null,
  data: null,
};

/** How the records of one shape are split into parts, and joined. */
type RecordLayout = {
  readonly parse: (record: RecordValues) => RecordValues;
  /** The parts of a value; undefined for one that no subject is asked for. */
  readonly partsOf: (path: Path) => readonly RecordPart[] | undefined;
  /** Adds the members that a record always has. */
  readonly complete: (record: RecordValues) => RecordValues;
};

function fieldParts(path: Path): readonly RecordPart[] | undefined {
  const part = partOfFieldName(String(path.at(-1)));
  return part && [part];
}

const layouts: Readonly<Record<NonNullable<CatalogueRow["recordShape"]> | "flat", RecordLayout>> = {
  flat: { parse: (record) => record, partsOf: fieldParts, complete: (record) => record },
  extension: {
    parse: (record) => extensionRecord.parse(record),
    partsOf: (path) => {
      // the bank's record needs its own part, whatever it contains
      const ofHalf: readonly RecordPart[] = path[0] === "premblyBvnVerification" ? ["bank"] : [];
      const isField = path[1] === "data" && path.length > 2;
      if (!isField) return ofHalf.length > 0 ? ofHalf : ["identity"];
      const parts = fieldParts(path);
      return parts && [...ofHalf, ...parts];
    },
    complete: (record) => {
      const halfOf = (name: keyof ExtensionRecord) => {
        const half = record[name];
        return isRecordObject(half) ? { ...hiddenVerification, ...half } : hiddenVerification;
      };
      return {
        premblyPhoneVerification: halfOf("premblyPhoneVerification"),
        premblyBvnVerification: halfOf("premblyBvnVerification"),
      };
    },
  },
  credit: {
    parse: (record) => creditRecord.parse(record),
    partsOf: (path) => {
      const [member, , table] = path;
      const parts = fieldParts(path);
      if (member === "basic-data") return parts;
      // a bureau's columns have names of its own
      return parts && table !== undefined ? ["credit", ...parts] : ["credit"];
    },
    complete: (record) => ({ "basic-data": [], ...record }),
  },
};

const layoutOf = (type: SearchType): RecordLayout => layouts[catalogueRowOf(type).recordShape ?? "flat"];

/** All values of a record; an empty list or object counts as a value. */
function* valuesOf(node: unknown, path: Path = []): Generator<RecordValue> {
  const members = isObject(node) ? Object.entries(node) : [];
  if (members.length === 0) yield [path, node];
  for (const [name, value] of members) yield* valuesOf(value, [...path, Array.isArray(node) ? Number(name) : name]);
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
  const { parse, partsOf } = layoutOf(type);
  const pieces = new Map<string, { parts: readonly RecordPart[]; values: RecordValue[] }>();
  for (const value of valuesOf(parse(record))) {
    const parts = selectRecordParts(partsOf(value[0]) ?? []);
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

/** Joins pieces to a record with the members that its type always has. */
export function joinPieces(type: SearchType, pieces: readonly RecordPiece[]): RecordValues {
  const tree: Tree = new Map();
  for (const value of pieces.flatMap(({ values }) => values)) addValue(tree, value);
  const joined = tree.size === 0 ? {} : fromTree(tree);
  return layoutOf(type).complete(isRecordObject(joined) ? joined : {});
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
