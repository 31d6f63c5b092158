import { type NamedTexts, namedTexts, type VehicleRecord } from "@idanimo/contract/records";
import type { FileFound, StolenFound, VehicleId, VehicleReport } from "../../../providers/source.ts";
import type { Sources } from "../../../providers/sources.ts";
import type { FoundFile } from "../../results/index.ts";
import { ask, found, type LookUp, noData } from "../look-up.ts";
import { goodToHave, question } from "../part.ts";
import { fileFound, stolenFound, vehicleIdFound, vehicleReportFound } from "./shapes.ts";

type VinSources = Pick<Sources, "vehicleId" | "vehicleReport" | "vehicleReportFile" | "vehicleSpecs" | "stolen">;

/**
 * A vehicle's history by its VIN: what it is first, then its report, what it was built as (good to have), and where the stolen check is ticked
 * Nigeria's own register of stolen vehicles, if there is one; without it the report's thefts decide. The report as a file comes last,
 * so that nothing waits for it but the end. Source: B§2, B§3.
 */
export function vinLookUp(sources: VinSources): LookUp {
  const vehicle = question("vehicle", sources.vehicleId, vehicleIdFound, (record, vin) => record.vin === vin);
  const report = question("report", sources.vehicleReport, vehicleReportFound, (record, { vin }) => record.vin === vin);
  const specs = question("specs", sources.vehicleSpecs.map(goodToHave), namedTexts, () => true);
  const file = question("file", sources.vehicleReportFile.map(goodToHave), fileFound, () => true);
  const register = question("stolen", sources.stolen, stolenFound, (record, vin) => record.chassis === vin);
  const asksRegister = (options: readonly string[]) => options.includes("stolencheck") && sources.stolen.length > 0;
  return {
    source: "VinAudit vehicle history",
    goodToHave: ["specs", "file"],
    needs: (options) => [
      [vehicle.sources],
      [report.sources, specs.sources, ...(asksRegister(options) ? [register.sources] : [])],
    ],
    next({ vin = "" }, options, answered) {
      const id = vehicle.read(answered);
      if (id === undefined) return ask([vehicle.of(vin)]);
      if (id === null) return noData;
      const history = report.read(answered);
      const built = specs.read(answered);
      const stolen = asksRegister(options) ? register.read(answered) : null;
      if (history === undefined || built === undefined || stolen === undefined)
        return ask([
          ...(history === undefined ? [report.of({ vin, reportId: id.reportId })] : []),
          ...(built === undefined ? [specs.of(vin)] : []),
          ...(stolen === undefined ? [register.of(vin)] : []),
        ]);
      if (history === null) return noData;
      const printed = file.sources.length > 0 ? file.read(answered) : null;
      if (printed === undefined) return ask([file.of({ vin, reportId: id.reportId })]);
      const record = vehicleRecord(id, history, built ?? {}, options.includes("stolencheck") ? stolen : undefined);
      return found(record, null, printed ? [reportFile(printed)] : []);
    },
  };
}

const reportFile = ({ base64 }: FileFound): FoundFile => ({
  name: "source.pdf",
  mediaType: "application/pdf",
  bytes: Buffer.from(base64, "base64"),
});

/** @param stolen the register's word; null where it has none or there is no register, undefined where nobody asked for it */
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
    // never an address that a source named (T-60); where there is a file, whoever reads the record is told our own
    previewImageURL: null,
    pdfUri: null,
    stolen: stolen === undefined ? null : history.stolen || stolen?.stolen === true,
    history: Object.fromEntries(Object.entries(history.tables).map(([name, rows]) => [name, [...rows]])),
  };
}
