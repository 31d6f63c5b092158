import type { ProviderClient } from "../provider-client.ts";
import { premblyCall, type PremblySettings } from "../person-records/prembly-call.ts";
import type { PlateFound, Source } from "../source.ts";
import { membersOf, wireText } from "../wire-json.ts";

/** Prembly's lookup of a vehicle registration number. */

/**
 * The names of the specification, and the wire names that may contain them, best first. Of the advanced response
 * only `vehicle_number` and `vehicle_name` are published; the others are read in the spellings that Prembly uses
 * elsewhere.
 */
const names = {
  vin: ["vin", "vehicle_vin", "chassis_number"],
  model: ["vehicle_model", "model", "vehicle_name"],
  make: ["vehicle_make", "make"],
  year: ["vehicle_year", "year"],
  colour: ["vehicle_color", "vehicle_colour", "color", "colour"],
  decision: ["decision"],
  reason: ["reason"],
  chassisNumber: ["chassis_number", "chassisNumber", "vin"],
  category: ["vehicle_category", "category"],
  owner_first_name: ["owner_first_name", "owner_firstname"],
  owner_middle_name: ["owner_middle_name", "owner_middlename"],
  owner_last_name: ["owner_last_name", "owner_surname", "owner_lastname"],
  owner_address: ["owner_address"],
  owner_lga: ["owner_lga"],
  owner_state: ["owner_state"],
  owner_phone: ["owner_phone", "owner_phone_number"],
} as const;
const textMaxLength = 300;

export function premblyPlate(client: ProviderClient, settings: PremblySettings): Source<string, PlateFound> {
  const call = premblyCall(client, settings);
  return {
    provider: client.name,
    health: () => client.health(),
    query: (plate, attemptId) =>
      call("vehicle/plate/advanced", { vehicle_number: plate, customer_reference: attemptId }, (response) => {
        const record = parsePlate(response["data"]);
        return record && { kind: "found", record };
      }),
  };
}

function parsePlate(wire: unknown): PlateFound | undefined {
  const members = membersOf(Array.isArray(wire) && wire.length === 1 ? wire[0] : wire);
  const plate = wireText(members["vehicle_number"]);
  if (plate === undefined) return undefined;
  const fields = Object.entries(names).flatMap(([name, candidates]) => {
    const text = candidates.map((candidate) => wireText(members[candidate])).find((found) => found !== undefined);
    return text === undefined ? [] : [[name, text.slice(0, textMaxLength)] as const];
  });
  return { plate: plate.replace(/[^A-Za-z0-9]/g, "").toUpperCase(), fields: Object.fromEntries(fields) };
}
