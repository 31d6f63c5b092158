import type { CompanyRecord, StakeholderRecord } from "@idanimo/contract/checks/company/record";
import type { NamedTexts } from "@idanimo/contract/named-texts";
import type { SourceSettings } from "./source-settings.ts";
import { dojahCredit } from "./bureaus/dojah-credit.ts";
import { smartcomply } from "./bureaus/smartcomply.ts";
import { monoStakeholders } from "./companies/mono-stakeholders.ts";
import { mono } from "./companies/mono.ts";
import type { ProviderClient } from "./provider-client.ts";
import { matchDemographics, matchFinger } from "./match/match.ts";
import { dojah as dojahPersons } from "./person-records/dojah.ts";
import type { PremblySettings } from "./person-records/prembly-call.ts";
import { prembly } from "./person-records/prembly.ts";
import { premblyPlate } from "./plates/prembly-plate.ts";
import type {
  Bureau,
  BureauFound,
  Demographics,
  FileFound,
  PersonFound,
  PlateFound,
  Source,
  StolenFound,
  VehicleId,
  VehicleReport,
} from "./source.ts";
import { stolenRegister } from "./stolen/stolen-register.ts";
import { vehicleId, vehicleReport, vehicleSpecs } from "./vehicles/vinaudit.ts";
import { vehicleReportFile } from "./vehicles/vinaudit-file.ts";

type SourceList<Asked, Found> = readonly Source<Asked, Found>[];

/**
 * The sources of each need, in the operator's order; an empty list if there is none. A new provider needs one
 * adapter file and an entry here.
 */
export type Sources = {
  readonly nin: SourceList<string, PersonFound>;
  readonly phone: SourceList<string, PersonFound>;
  readonly bvn: SourceList<string, PersonFound>;
  readonly bvnByPhone: SourceList<string, PersonFound>;
  /** `image` is base64. */
  readonly ninFace: SourceList<{ readonly nin: string; readonly image: string }, PersonFound>;
  readonly demographics: SourceList<Demographics, PersonFound>;
  readonly fingerprint: SourceList<{ readonly nin: string; readonly finger: string }, PersonFound>;
  readonly bureau: Readonly<Record<Bureau, SourceList<string, BureauFound>>>;
  readonly company: SourceList<{ readonly by: "rc" | "name"; readonly text: string }, readonly CompanyRecord[]>;
  /** Both by the register's own id of a company. */
  readonly companyShareholders: SourceList<string, readonly StakeholderRecord[]>;
  readonly companyDirectors: SourceList<string, readonly StakeholderRecord[]>;
  readonly vehicleId: SourceList<string, VehicleId>;
  readonly vehicleReport: SourceList<{ readonly vin: string; readonly reportId: string }, VehicleReport>;
  /** The same report as PDF. */
  readonly vehicleReportFile: SourceList<{ readonly vin: string; readonly reportId: string }, FileFound>;
  readonly vehicleSpecs: SourceList<string, NamedTexts>;
  readonly plate: SourceList<string, PlateFound>;
  readonly stolen: SourceList<string, StolenFound>;
};

export type AllSourceSettings = SourceSettings & { readonly prembly: PremblySettings };

/** The lookups of a provider of persons. */
type PersonSources = { readonly [Need in "nin" | "phone" | "bvn"]: Sources[Need][number] } & {
  readonly [Need in "bvnByPhone" | "ninFace"]?: Sources[Need][number];
};

/** Builds the lists from the settings. `line` returns the client of a provider by its name. */
export function openSources(settings: AllSourceSettings, line: (name: string) => ProviderClient): Sources {
  const { match, vinaudit, dojah } = settings;
  const bureau = (name: Bureau) =>
    settings.bureauSources.flatMap((source) => {
      if (source === "smartcomply") return [smartcomply(line("smartcomply"), settings.smartcomply, name)];
      return source === "dojah" && dojah ? [dojahCredit(line("dojah"), dojah, name)] : [];
    });
  const persons = settings.personSources.flatMap((source): readonly PersonSources[] => {
    if (source === "prembly") return [prembly(line("prembly"), settings.prembly)];
    return source === "dojah" && dojah ? [dojahPersons(line("dojah"), dojah)] : [];
  });
  return {
    nin: persons.map((source) => source.nin),
    phone: persons.map((source) => source.phone),
    bvn: persons.map((source) => source.bvn),
    bvnByPhone: persons.flatMap((source) => source.bvnByPhone ?? []),
    ninFace: persons.flatMap((source) => source.ninFace ?? []),
    demographics: match ? [matchDemographics(line("match"), match)] : [],
    fingerprint: match ? [matchFinger(line("match"), match)] : [],
    bureau: { crc: bureau("crc"), firstCentral: bureau("firstCentral"), creditRegistry: bureau("creditRegistry") },
    company: [mono(line("mono"), settings.mono)],
    companyShareholders: [monoStakeholders(line("mono"), settings.mono, "Shareholder")],
    companyDirectors: [monoStakeholders(line("mono"), settings.mono, "Director")],
    vehicleId: [vehicleId(line("vinaudit"), vinaudit)],
    vehicleReport: [vehicleReport(line("vinaudit"), vinaudit)],
    // clients of their own, so that a failing optional call does not block what was bought
    vehicleReportFile: [vehicleReportFile(line("vinaudit-file"), vinaudit)],
    vehicleSpecs: [vehicleSpecs(line("vinaudit-specs"), vinaudit)],
    plate: [premblyPlate(line("prembly"), settings.prembly)],
    stolen: settings.stolen ? [stolenRegister(line("stolen"), settings.stolen)] : [],
  };
}
