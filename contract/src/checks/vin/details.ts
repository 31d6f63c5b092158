import type { CheckExample } from "../check-example.ts";
import type { VehicleRecord } from "./record.ts";
import type { CheckDetails } from "../check-details.ts";
import { vinInput } from "../shared-inputs.ts";
import type { vinRow } from "./row.ts";

export const vinDetails = {
  inputs: { vin: vinInput },
  optionLabels: { stolencheck: "Also check whether it is reported stolen" },
  optionsLegend: { legend: "Extra" },
} as const satisfies CheckDetails<typeof vinRow>;

export const vinExample = {
  search: { vin: "1HGBH41JXMN109186", stolencheck: true },
  record: {
    vin: "1HGBH41JXMN109186",
    year: "2018",
    madeIn: "UNITED STATES",
    model: "Accord",
    trim: "EX-L",
    engine: "2.4L L4 DOHC",
    make: "HONDA",
    style: "SEDAN 4-DR",
    invoice: "$21,400",
    msrp: "$24,150",
    previewImageURL: null,
    pdfUri: null,
    stolen: true,
    history: {
      titles: [{ state: "TX", date: "2019-02-01", meter: "41210", current: "true" }],
      salvageAuctionRecords: [],
    },
  },
} satisfies CheckExample<VehicleRecord>;
