import { seededRandom } from "../kernel/seeded-random.ts";

/** A fictitious vehicle, determined by its VIN alone. */

/** Ending of the VINs and chassis numbers of stolen vehicles. */
const stolenEnding = "7777";
export const isStolen = (vin: string) => vin.endsWith(stolenEnding);

type Model = {
  readonly make: string;
  readonly model: string;
  readonly style: string;
  readonly engines: readonly [string, ...string[]];
};
const models: readonly [Model, ...Model[]] = [
  { make: "TOYOTA", model: "COROLLA", style: "Sedan 4D", engines: ["1.8L L4", "2.0L L4"] },
  { make: "TOYOTA", model: "HIGHLANDER", style: "Sport Utility 4D", engines: ["3.5L V6", "2.7L L4"] },
  { make: "HONDA", model: "ACCORD", style: "Sedan 4D", engines: ["2.4L L4", "3.5L V6"] },
  { make: "LEXUS", model: "RX 350", style: "Sport Utility 4D", engines: ["3.5L V6"] },
  { make: "NISSAN", model: "SENTRA", style: "Sedan 4D", engines: ["1.8L L4"] },
  { make: "FORD", model: "ESCAPE", style: "Sport Utility 4D", engines: ["2.5L L4", "1.6L L4"] },
];
const trims = ["LE", "XLE", "EX", "SE", "LIMITED", "SPORT"] as const;
const makers = ["UNITED STATES", "JAPAN", "CANADA"] as const;
const places = ["TX", "GA", "NJ", "MD", "FL", "CA"] as const;

export function vehicleOf(vin: string) {
  const chance = seededRandom(`vehicle:${vin}`);
  const { make, model, style, engines } = chance.pick(models);
  const year = chance.between(2004, 2021);
  const attributes = {
    vin,
    year: String(year),
    make,
    model,
    trim: chance.pick(trims),
    engine: chance.pick(engines),
    style,
    made_in: chance.pick(makers),
    type: "Car",
  };
  return {
    attributes,
    /** US dollars, as the wire formats it. */
    msrp: `$${(chance.between(170, 520) * 100).toLocaleString("en-US")}`,
    titles: Array.from({ length: chance.between(1, 3) }, (_, at) => ({
      date: `${year + at * 3}-0${chance.between(1, 9)}-${chance.between(10, 28)}`,
      state: chance.pick(places),
      odometer: 12 + at * chance.between(20_000, 60_000),
      brand: "",
    })),
    accidents:
      chance.below(3) === 0
        ? [{ date: `${year + 4}-0${chance.between(1, 9)}-14`, state: chance.pick(places), severity: "MINOR" }]
        : [],
    salvage: chance.below(6) === 0 ? [{ date: `${year + 6}-05-21`, location: "HOUSTON, TX", damage: "FRONT END" }] : [],
    thefts: isStolen(vin) ? [{ date: `${year + 2}-11-03`, type: "THEFT RECORD", state: chance.pick(places) }] : [],
    reportId: `S9${chance.digits(10)}`,
  };
}

/** Another VIN, for the response about another vehicle. */
export function anotherVin(vin: string): string {
  const chance = seededRandom(`another vehicle:${vin}`);
  return `${vin.slice(0, 11)}${chance.digits(2)}${chance.between(1000, 7776)}`;
}
