import { randomInt } from "node:crypto";
import type { NamedTexts } from "@idanimo/contract/named-texts";
import type { FileFound, VehicleId, VehicleReport } from "../providers/source.ts";
import { canary } from "./canary-sources.ts";
import { FakeSource } from "./fakes.ts";

/** A source of vehicles for tests: every VIN has a report, also as a file, unless a test scripts otherwise. */

type ReportAsked = { readonly vin: string; readonly reportId: string };

export const randomVin = () => `2TD${randomInt(10 ** 9, 10 ** 10)}4321`;
export const vehicleReportQuery = (vin: string): ReportAsked => ({ vin, reportId: `R-${vin}` });
export const pdfBytes = Buffer.concat([
  Buffer.from(`%PDF-1.4\n${canary}-FILE `),
  Buffer.from([0xff, 0xd8, 0, 0xc3, 0x28]),
]);

/** @param attributes of every vehicle in the report */
export function createFakeVehicles(attributes: NamedTexts = { make: "LEXUS", model: "RX 350" }) {
  const vehicleId = new FakeSource<string, VehicleId>("fake_vehicles", (vin) => ({
    kind: "found",
    record: { ...vehicleReportQuery(vin), attributes },
  }));
  const vehicleReport = new FakeSource<ReportAsked, VehicleReport>("fake_vehicles", ({ vin }) => ({
    kind: "found",
    record: { vin, attributes, stolen: false, tables: { titles: [attributes] } },
  }));
  const vehicleReportFile = new FakeSource<ReportAsked, FileFound>("fake_files", () => ({
    kind: "found",
    record: { base64: pdfBytes.toString("base64") },
  }));
  const vehicleSpecs = new FakeSource<string, NamedTexts>("fake_specs", () => ({ kind: "not_found" }));
  return {
    vehicleId,
    vehicleReport,
    vehicleReportFile,
    sources: {
      vehicleId: [vehicleId],
      vehicleReport: [vehicleReport],
      vehicleReportFile: [vehicleReportFile],
      vehicleSpecs: [vehicleSpecs],
    },
  };
}
