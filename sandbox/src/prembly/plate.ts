import { seededRandom } from "../kernel/seeded-random.ts";
import { textIn } from "../kernel/fields.ts";
import { isStolen, vehicleOf } from "../vinaudit/vehicles.ts";
import type { LookupHandler } from "./lookup-handler.ts";
import { personOf } from "./person.ts";

const colours = ["Black", "Silver", "White", "Blue", "Red", "Grey"] as const;

/**
 * `POST /verification/vehicle/plate/advanced`: the vehicle of a registration number and its owner. Only
 * `vehicle_number`, `vehicle_name` and `vehicle_color` are published; the other keys are the sandbox's own.
 */
export const plateLookup: LookupHandler = {
  product: "plate",
  path: "/vehicle/plate/advanced",
  payloadKey: "data",
  price: "100.00",
  readNumber(body) {
    const plate = textIn(body, "vehicle_number");
    return plate && /^[A-Za-z0-9]{4,12}$/.test(plate) ? plate.toUpperCase() : undefined;
  },
  otherNumber(plate) {
    const other = `${seededRandom(`another plate:${plate}`).digits(3)}XYZ`;
    return other === plate ? `1${other}` : other;
  },
  record(plate, behaviour, now) {
    const vin = vinOf(plate);
    const { make, model, type } = vehicleOf(vin).attributes;
    const owner = personOf(`plate ${plate}`, behaviour, now);
    return {
      vehicle_number: plate,
      vehicle_name: `${make} ${model}`,
      vehicle_color: seededRandom(`plate:${plate}`).pick(colours),
      vehicle_make: make,
      vehicle_model: model,
      vehicle_category: type,
      vin,
      chassis_number: vin,
      decision: "VALID",
      reason: "The registration is known",
      owner_first_name: owner.firstName.toUpperCase(),
      owner_middle_name: owner.middleName.toUpperCase(),
      owner_last_name: owner.surname.toUpperCase(),
      owner_phone: owner.phone,
      owner_address: owner.street,
      owner_lga: owner.residence.lga,
      owner_state: owner.residence.state,
    };
  },
};

const [firstLetter = "A", ...otherLetters] = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789";

/** Seventeen characters; a plate with the ending of a stolen vehicle's VIN belongs to such a vehicle. */
function vinOf(plate: string): string {
  const random = seededRandom(`vin of plate:${plate}`);
  const start = Array.from({ length: 13 }, () => random.pick([firstLetter, ...otherLetters])).join("");
  return start + (isStolen(plate) ? plate.slice(-4) : random.between(1000, 7776));
}
