import type { ColumnType } from "kysely";

/** A JSON column: read as a value, written as text. */
type Json<T> = ColumnType<T, string, string>;

/** What each JSON column holds. */
export type ApprovalFacts = Json<Readonly<Record<string, string>>>;
export type BreachCounts = Json<{
  readonly requests: number;
  readonly people: number;
  readonly unidentified: number;
  readonly accounts: number;
  readonly opened: number;
  readonly openings: number;
  readonly readable: number;
}>;
export type NoticeFacts = Json<Record<string, string>>;
export type QuoteLines = Json<readonly { readonly label: string; readonly minor: string }[]>;
export type SavedFilters = Json<unknown>;
export type UnreadableLines = Json<readonly { readonly line: number; readonly message: string }[]>;
