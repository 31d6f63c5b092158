import type { BureauRecord, CompanyRecord, NamedTexts } from "@idanimo/contract/records";
import type { SourceSettings } from "../source-settings.ts";
import type { Line } from "./line.ts";
import { prembly, type PremblySettings } from "./person-records/prembly.ts";
import type { PersonFound, Source } from "./source.ts";

/** Names of the three bureaus, as the search's ticks. */
export type Bureau = "crc" | "firstCentral" | "creditRegistry";

/** What one bureau knows of a BVN; `basic` is the head of its record. */
export type BureauFound = {
  readonly bvn: string;
  readonly bureau: BureauRecord;
  readonly ficoScore: string | null;
  readonly basic: NamedTexts;
};

export type Demographics = {
  readonly firstname: string;
  readonly lastname: string;
  /** ISO date. */
  readonly birthDate: string;
  readonly gender: "m" | "f";
};

/** The first of two calls for a vehicle's history: the report's id is billed, reading it again is free. */
export type VehicleId = { readonly vin: string; readonly reportId: string; readonly attributes: NamedTexts };
export type VehicleReport = {
  readonly vin: string;
  readonly attributes: NamedTexts;
  readonly stolen: boolean;
  /** `titles`, `accidents`, `thefts`, ...: each row a set of texts. */
  readonly tables: Readonly<Record<string, readonly NamedTexts[]>>;
};
export type PlateFound = { readonly plate: string; readonly fields: NamedTexts };
export type StolenFound = {
  readonly chassis: string;
  readonly stolen: boolean;
  readonly reports: readonly NamedTexts[];
};

type Of<Asked, Found> = readonly Source<Asked, Found>[];

/**
 * Who can be asked for what, in the order the operator prefers; an empty list where nobody can. To add a provider is one adapter
 * file and its line here.
 */
export type Sources = {
  readonly nin: Of<string, PersonFound>;
  readonly phone: Of<string, PersonFound>;
  readonly bvn: Of<string, PersonFound>;
  readonly bvnByPhone: Of<string, PersonFound>;
  /** `image` is base64. */
  readonly ninFace: Of<{ readonly nin: string; readonly image: string }, PersonFound>;
  readonly demographics: Of<Demographics, PersonFound>;
  readonly fingerprint: Of<{ readonly nin: string; readonly finger: string }, PersonFound>;
  readonly bureau: Readonly<Record<Bureau, Of<string, BureauFound>>>;
  readonly company: Of<{ readonly by: "rc" | "name"; readonly text: string }, readonly CompanyRecord[]>;
  readonly vehicleId: Of<string, VehicleId>;
  readonly vehicleReport: Of<{ readonly vin: string; readonly reportId: string }, VehicleReport>;
  readonly vehicleSpecs: Of<string, NamedTexts>;
  readonly plate: Of<string, PlateFound>;
  readonly stolen: Of<string, StolenFound>;
};

export type AllSourceSettings = SourceSettings & { readonly prembly: PremblySettings };

/** Builds the lists from the settings. `line` gives the one line to a provider by its name. */
export function openSources(settings: AllSourceSettings, line: (name: string) => Line): Sources {
  return {
    nin: [prembly(line("prembly"), settings.prembly).nin],
    phone: [],
    bvn: [],
    bvnByPhone: [],
    ninFace: [],
    demographics: [],
    fingerprint: [],
    bureau: { crc: [], firstCentral: [], creditRegistry: [] },
    company: [],
    vehicleId: [],
    vehicleReport: [],
    vehicleSpecs: [],
    plate: [],
    stolen: [],
  };
}
