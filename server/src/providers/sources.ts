import type { CompanyRecord, NamedTexts, StakeholderRecord } from "@idanimo/contract/records";
import type { SourceSettings } from "../source-settings.ts";
import { dojahCredit } from "./bureaus/dojah-credit.ts";
import { smartcomply } from "./bureaus/smartcomply.ts";
import { monoPeople } from "./companies/mono-people.ts";
import { mono } from "./companies/mono.ts";
import type { Line } from "./line.ts";
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
import { stolenRegister } from "./stolen/register.ts";
import { vehicleId, vehicleReport, vehicleSpecs } from "./vehicles/vinaudit.ts";
import { vehicleReportFile } from "./vehicles/vinaudit-file.ts";

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
  /** Both by the register's own id of a company. */
  readonly companyShareholders: Of<string, readonly StakeholderRecord[]>;
  readonly companyDirectors: Of<string, readonly StakeholderRecord[]>;
  readonly vehicleId: Of<string, VehicleId>;
  readonly vehicleReport: Of<{ readonly vin: string; readonly reportId: string }, VehicleReport>;
  /** The same report as PDF. */
  readonly vehicleReportFile: Of<{ readonly vin: string; readonly reportId: string }, FileFound>;
  readonly vehicleSpecs: Of<string, NamedTexts>;
  readonly plate: Of<string, PlateFound>;
  readonly stolen: Of<string, StolenFound>;
};

export type AllSourceSettings = SourceSettings & { readonly prembly: PremblySettings };

/** What one provider of persons can be asked. */
type PersonSources = { readonly [Need in "nin" | "phone" | "bvn"]: Sources[Need][number] } & {
  readonly [Need in "bvnByPhone" | "ninFace"]?: Sources[Need][number];
};

/** Builds the lists from the settings. `line` gives the one line to a provider by its name. */
export function openSources(settings: AllSourceSettings, line: (name: string) => Line): Sources {
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
    companyShareholders: [monoPeople(line("mono"), settings.mono, "Shareholder")],
    companyDirectors: [monoPeople(line("mono"), settings.mono, "Director")],
    vehicleId: [vehicleId(line("vinaudit"), vinaudit)],
    vehicleReport: [vehicleReport(line("vinaudit"), vinaudit)],
    // lines of their own: what is good to have must not shut the line to what was bought
    vehicleReportFile: [vehicleReportFile(line("vinaudit-file"), vinaudit)],
    vehicleSpecs: [vehicleSpecs(line("vinaudit-specs"), vinaudit)],
    plate: [premblyPlate(line("prembly"), settings.prembly)],
    stolen: settings.stolen ? [stolenRegister(line("stolen"), settings.stolen)] : [],
  };
}
