import type * as z from "zod/mini";
import type { PriceItemName } from "../price-items.ts";

/** The shape of a catalogue row. Each type has one in `checks/<type>/row.ts`; `catalogue.ts` lists them. */

export const profiles = {
  person: { card: "Person Identity Profile", type: "Basic Profile" },
  business: { card: "Business Profile", type: "Business Profile" },
  financial: { card: "Financial Credit Profile", type: "Financial Profile" },
  vehicle: { card: "Vehicle History Profile", type: "Vehicle Profile" },
} as const;
export type ProfileName = keyof typeof profiles;

/** The type that a history row shows [DASH-10]. */
export type HistoryType = (typeof profiles)[ProfileName]["type"] | "Search-Extension";

/** How a record is shown: its page, with the path that the history opens [C-18], and the layout of its report. */
export const resultPages = {
  person: "/premblyNinResult",
  extension: "/search-extension",
  credit: "/financial",
  vehicle: "/vehicle",
  plate: "/vehicle2",
  legitCar: "/legit-car",
  companies: "/businessName",
  labelled: "/record",
  answer: "/answer",
} as const satisfies Record<string, `/${string}`>;
export type ResultPage = keyof typeof resultPages;

/** The shapes of a record's name; `record-names.ts` reads them. */
export type NameSource = "person" | "extension" | "credit";

/** A value that a person types; its input is in the details of its type. */
export type CheckField = {
  readonly schema: z.ZodMiniType<string>;
  /** Its own messages about a wrong value, unless they are in `texts.ts`. */
  readonly messages?: readonly string[];
  /** The check can be bought without it. */
  readonly isOptional?: true;
  /** A number on the wire. */
  readonly isNumber?: true;
};

/** The one question of a check that shows no record. */
export type CheckQuestion = {
  /** For the requester, with the typed values as placeholders (`questions.ts`). */
  readonly text: string;
  /** What the requester learns, after "They learn only:". */
  readonly learns: string;
  /** The checks that show the complete records instead: their price stands beside that of the question [AO-11]. */
  readonly fullChecks: readonly string[];
  /** Why there is no answer, if the source lacks the value [AO-06]. */
  readonly unanswered: string;
  /** An account asks it once in this many days about the same values of these fields [AO-07]. */
  readonly once?: { readonly days: number; readonly fields: readonly string[] };
  /** The names that an account compares with one number are limited per day [AO-07]. */
  readonly limitsNames?: true;
};

export type CheckRow = {
  readonly profile: ProfileName;
  /** The label of the option in the wizard. */
  readonly label: string;
  readonly historyType: HistoryType;
  /** The kind of value in a history row: the filter entries, and others of our own [DASH-05]. */
  readonly searchParameter: string;
  /** By their names in the flat search payload [WIZARD-29]; the first one is the value that a history row shows. */
  readonly fields: Readonly<Record<string, CheckField>>;
  /** Members of the payload that change what is looked up and what it costs. */
  readonly options: readonly string[];
  readonly needsOneOption?: true;
  readonly priceItem: PriceItemName;
  /** Belongs to another purchase and costs nothing. */
  readonly isFree?: true;
  /** An option that adds a price item of its own. */
  readonly addOn?: { readonly option: string; readonly priceItem: PriceItemName };
  /** The price is multiplied by the number of selected options or of lines in the file. */
  readonly multiplyPriceBy?: "options" | "records";
  /** The subject must grant consent before the record opens. */
  readonly consent: boolean;
  /** Row of the retention table. */
  readonly retention: "person" | "extension" | "financial" | "vehicle" | "register" | "answer";
  /** `holder`: bought by the owner of another result on its page, never in the wizard. */
  readonly audience: "everyone" | "business" | "internal" | "holder";
  /** Shown but disabled [WIZARD-11]. */
  readonly disabled?: true;
  /** What the buyer gets: the record, or the answer to one question about it. */
  readonly resultKind: "record" | "answer";
  /** Of a check that answers one question; a payload names such a check. */
  readonly question?: CheckQuestion;
  readonly resultPage: ResultPage;
  /** What the record consists of, if it is no flat list of fields; results split it into parts by that. */
  readonly recordShape?: "extension" | "credit";
  /** The record has values of an owner, who is asked by this other check: they are sealed apart until then [CL-15]. */
  readonly ownerCheck?: "plate_owner";
  /** Bought on the result page of this other check, for the values that were typed there. */
  readonly boughtFrom?: "license_number";
  /** The value of the field `face` is the reference of a capture, whose picture is fetched once [T-55]. */
  readonly capturesFace?: true;
  /** Where the record has the name that a name given by the requester is compared with; absent: none is compared. */
  readonly nameIn?: NameSource;
};
