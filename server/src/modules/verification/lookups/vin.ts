import { type NamedTexts, namedTexts } from "@idanimo/contract/named-texts";
import type { VehicleRecord } from "@idanimo/contract/checks/vin/record";
import type { FileFound, StolenFound, VehicleId, VehicleReport } from "../../../providers/source.ts";
import type { Sources } from "../../../providers/sources.ts";
import type { ResultFile } from "../../results/index.ts";
import { queryParts, endWithRecord, type LookupPlan, endWithoutRecord } from "../lookup-plan.ts";
import { makeOptional, definePart } from "../lookup-part.ts";
import { fileFound, stolenFound, vehicleIdFound, vehicleReportFound } from "./result-schemas.ts";

type VinSources = Pick<Sources, "vehicleId" | "vehicleReport" | "vehicleReportFile" | "vehicleSpecs" | "stolen">;

/** The source of vehicle histories, on result pages. */
export const vinSource = "VinAudit vehicle history";

/**
 * A vehicle's history by its VIN: first the vehicle, then in parallel its report, its specification (optional) and,
 * if the stolen check is ticked, the Nigerian register of stolen vehicles; without that register the report's
 * thefts decide. The optional report file comes last, so that no other part waits for it.
 */
export function vinLookup(sources: VinSources): LookupPlan {
  const vehicle = definePart("vehicle", sources.vehicleId, vehicleIdFound, (record, vin) => record.vin === vin);
  const report = definePart(
    "report",
    sources.vehicleReport,
    vehicleReportFound,
    (record, { vin }) => record.vin === vin,
  );
  const specs = definePart("specs", sources.vehicleSpecs.map(makeOptional), namedTexts, () => true);
  const file = definePart("file", sources.vehicleReportFile.map(makeOptional), fileFound, () => true);
  const register = definePart("stolen", sources.stolen, stolenFound, (record, vin) => record.chassis === vin);
  const usesStolenRegister = (options: readonly string[]) =>
    options.includes("stolencheck") && sources.stolen.length > 0;
  return {
    sourceLabel: vinSource,
    optionalParts: ["specs", "file"],
    sourcesByStep: (options) => [
      [vehicle.sources],
      [report.sources, specs.sources, ...(usesStolenRegister(options) ? [register.sources] : [])],
    ],
    nextStep({ vin = "" }, options, answered) {
      const id = vehicle.readResult(answered);
      if (id === undefined) return queryParts([vehicle.bind(vin)]);
      if (id === null) return endWithoutRecord;
      const history = report.readResult(answered);
      const built = specs.readResult(answered);
      const stolen = usesStolenRegister(options) ? register.readResult(answered) : null;
      if (history === undefined || built === undefined || stolen === undefined)
        return queryParts([
          ...(history === undefined ? [report.bind({ vin, reportId: id.reportId })] : []),
          ...(built === undefined ? [specs.bind(vin)] : []),
          ...(stolen === undefined ? [register.bind(vin)] : []),
        ]);
      if (history === null) return endWithoutRecord;
      const printed = file.sources.length > 0 ? file.readResult(answered) : null;
      if (printed === undefined) return queryParts([file.bind({ vin, reportId: id.reportId })]);
      const record = vehicleRecord(id, history, built ?? {}, options.includes("stolencheck") ? stolen : undefined);
      return endWithRecord(record, null, printed ? [reportFileOf(printed)] : []);
    },
  };
}

const reportFileOf = ({ base64 }: FileFound): ResultFile => ({
  name: "source.pdf",
  mediaType: "application/pdf",
  bytes: Buffer.from(base64, "base64"),
});

/**
 * @param stolen the register's record; null without a record or a register, undefined if the check was not bought
 */
function vehicleRecord(
  { vin, attributes }: VehicleId,
  history: VehicleReport,
  built: NamedTexts,
  stolen: StolenFound | null | undefined,
): VehicleRecord {
  const known: NamedTexts = { ...built, ...history.attributes, ...attributes };
  const text = (name: string) => known[name] ?? null;
  return {
    vin,
    year: text("year"),
    madeIn: text("made_in"),
    model: text("model"),
    trim: text("trim"),
    engine: text("engine"),
    make: text("make"),
    style: text("style"),
    invoice: text("invoice"),
    msrp: text("msrp"),
    // never the address from a source [T-60]; if there is a file, the response has our own address for it
    previewImageURL: null,
    pdfUri: null,
    stolen: stolen === undefined ? null : history.stolen || stolen?.stolen === true,
    history: Object.fromEntries(Object.entries(history.tables).map(([name, rows]) => [name, [...rows]])),
  };
}
