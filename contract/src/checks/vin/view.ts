import type { RecordField } from "../../record-fields.ts";

/** See RESULT-VIN-03. */
export const vehicleFields: readonly RecordField[] = [
  { label: "Vin", names: ["vin"], long: true },
  { label: "Year", names: ["year"] },
  { label: "Made In", names: ["madeIn"] },
  { label: "Model", names: ["model"] },
  { label: "Trim", names: ["trim"] },
  { label: "Engine", names: ["engine"] },
  { label: "Make", names: ["make"] },
  { label: "Style", names: ["style"] },
  { label: "Msrp", names: ["msrp"] },
  { label: "Invoice", names: ["invoice"] },
];
/** Fields of the specification that no source reports: they always show a dash [RESULT-VIN-04]. */
export const unreportedVehicleFields: readonly RecordField[] = [
  "Steering",
  "Tires",
  "Tank size",
  "Wheel drive",
  "Width",
  "Highway mileage",
].map((label) => ({ label, names: [] }));
