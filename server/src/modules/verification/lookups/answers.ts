import type { NamedTexts } from "@idanimo/contract/named-texts";
import { type Bureau, type PersonFound, personFound } from "../../../providers/source.ts";
import type { Sources } from "../../../providers/sources.ts";
import type { NameParts } from "../comparisons/compare-names.ts";
import { compareNames } from "../comparisons/compare-names.ts";
import { compareAge, comparePersons, comparePhones, compareScore } from "../comparisons/compare-values.ts";
import { compareVehicles } from "../comparisons/compare-vehicles.ts";
import { endWithAnswer, endWithoutRecord, type LookupPlan, type LookupScope, queryParts } from "../lookup-plan.ts";
import { definePart } from "../lookup-part.ts";
import type { SearchValues } from "../rules.ts";
import { bureauNames } from "./bvn.ts";
import { nimcLabel } from "./nin.ts";
import { normalisePlate, plateSource } from "./plate.ts";
import { bureauFound, plateFound, vehicleIdFound } from "./result-schemas.ts";
import { vinSource } from "./vin.ts";

/**
 * Lookups for one question. A pure function makes the answer from the records in memory; nothing of the records is
 * stored, not even between two steps, so a lookup whose process dies is refunded [AO-02].
 */

type Text = string | undefined;
const nameOf = ({ fields }: PersonFound): NameParts => ({
  firstname: fields["firstName"] ?? fields["firstname"],
  middlename: fields["middleName"] ?? fields["middlename"],
  lastname: fields["lastName"] ?? fields["surname"],
});

type PersonAnswer = Parameters<typeof endWithAnswer>[0];

/** A question about the person of a NIN. */
function personQuestion(
  sources: Sources["nin"],
  answerFrom: (person: PersonFound, values: SearchValues, scope: LookupScope) => PersonAnswer,
): LookupPlan {
  const person = definePart("main", sources, personFound, (record, nin: string) => record.number === nin);
  return {
    sourceLabel: nimcLabel,
    isInMemory: true,
    sourcesByStep: () => [[person.sources]],
    nextStep(values, _options, answered, scope) {
      const found = person.readResult(answered);
      if (found === undefined) return queryParts([person.bind(values["nin"] ?? "")]);
      if (found === null) return endWithoutRecord;
      return endWithAnswer(answerFrom(found, values, scope), found.subject, scope);
    },
  };
}

/** Whether a typed name is the one in the record [AO-05]. */
export const nameMatchLookup = (sources: Sources["nin"]): LookupPlan =>
  personQuestion(sources, (person, values) => compareNames(values, nameOf(person)));

/** Whether a person has reached an age. A minor has an answer without being asked [AO-08]. */
export const overAgeLookup = (sources: Sources["nin"]): LookupPlan =>
  personQuestion(sources, ({ subject }, { age = "" }, { now }) => ({
    answer: compareAge(subject.birthDate, Number(age), now),
    isAnsweredForMinors: true,
  }));

/** Whether a phone number is the one in the record. */
export const phoneIsTheirsLookup = (sources: Sources["nin"]): LookupPlan =>
  personQuestion(sources, ({ fields, subject }, { phone = "" }) => ({
    answer: comparePhones(phone, [fields["phone"], fields["telephoneno"], subject.contact.phone]),
  }));

/** Whether a NIN and a BVN belong to one person; both registers are queried at once [AO-09]. */
export function ninAndBvnLookup(sources: Pick<Sources, "nin" | "bvn">): LookupPlan {
  const identity = definePart("nin", sources.nin, personFound, (record, nin: string) => record.number === nin);
  const bank = definePart("bvn", sources.bvn, personFound, (record, bvn: string) => record.number === bvn);
  const personOf = (found: PersonFound) => ({ name: nameOf(found), birthDate: found.subject.birthDate });
  return {
    sourceLabel: `${nimcLabel} and Nigeria Inter-Bank Settlement System (NIBSS)`,
    isInMemory: true,
    sourcesByStep: () => [[identity.sources, bank.sources]],
    nextStep({ nin = "", bvn = "" }, _options, answered, scope) {
      const [left, right] = [identity.readResult(answered), bank.readResult(answered)];
      if (left === undefined || right === undefined)
        return queryParts([
          ...(left === undefined ? [identity.bind(nin)] : []),
          ...(right === undefined ? [bank.bind(bvn)] : []),
        ]);
      if (left === null || right === null) return endWithoutRecord;
      const answer = comparePersons(personOf(left), personOf(right));
      // the subject of the NIN is asked, at the contact of that record
      return endWithAnswer({ answer }, left.subject, scope);
    },
  };
}

/** Whether a score is at least the lower end of a band. Only the chosen bureau is queried, and none for a minor. */
export function scoreBandLookup(sources: Pick<Sources, "bvn" | "bureau">): LookupPlan {
  const owner = definePart("bvn", sources.bvn, personFound, (record, bvn: string) => record.number === bvn);
  const defineBureau = (name: Bureau) =>
    definePart(name, sources.bureau[name], bureauFound, (record, bvn: string) => record.bvn === bvn);
  const bureaus = {
    crc: defineBureau("crc"),
    firstCentral: defineBureau("firstCentral"),
    creditRegistry: defineBureau("creditRegistry"),
  };
  const chosenOf = (options: readonly string[]) => bureauNames.filter((name) => options.includes(name));
  return {
    sourceLabel: "Nigeria Inter-Bank Settlement System (NIBSS) and the credit bureau",
    isInMemory: true,
    sourcesByStep: (options) => [[owner.sources], chosenOf(options).map((name) => bureaus[name].sources)],
    nextStep({ bvn = "", atLeast = "" }, options, answered, scope) {
      const person = owner.readResult(answered);
      if (person === undefined) return queryParts([owner.bind(bvn)]);
      const [name] = chosenOf(options);
      if (person === null || name === undefined) return endWithoutRecord;
      const bureau = bureaus[name].readResult(answered);
      if (bureau === undefined) return queryParts([bureaus[name].bind(bvn)], person.subject);
      if (bureau === null) return endWithoutRecord;
      return endWithAnswer({ answer: compareScore(bureau.ficoScore, Number(atLeast)) }, person.subject, scope);
    },
  };
}

/** Whether a registration number and a VIN belong to one vehicle; the owner's values are not read [AO-12]. */
export function plateVinLookup(sources: Pick<Sources, "plate" | "vehicleId">): LookupPlan {
  const plate = definePart(
    "plate",
    sources.plate,
    plateFound,
    (record, asked: string) => normalisePlate(record.plate) === normalisePlate(asked),
  );
  const vehicle = definePart("vehicle", sources.vehicleId, vehicleIdFound, (record, vin: string) => record.vin === vin);
  const fieldsOf = (known: NamedTexts) => {
    const text = (...names: readonly string[]): Text => names.map((name) => known[name]).find(Boolean);
    return { make: text("make"), model: text("model"), year: text("year"), colour: text("colour", "color") };
  };
  return {
    sourceLabel: `${plateSource} and ${vinSource}`,
    isInMemory: true,
    sourcesByStep: () => [[plate.sources, vehicle.sources]],
    nextStep({ license_number: number = "", vin = "" }, _options, answered, scope) {
      const [registered, built] = [plate.readResult(answered), vehicle.readResult(answered)];
      if (registered === undefined || built === undefined)
        return queryParts([
          ...(registered === undefined ? [plate.bind(number)] : []),
          ...(built === undefined ? [vehicle.bind(vin)] : []),
        ]);
      if (registered === null || built === null) return endWithoutRecord;
      const compared = compareVehicles(
        { source: plateSource, fields: fieldsOf(registered.fields) },
        { source: vinSource, fields: fieldsOf(built.attributes) },
      );
      return endWithAnswer(compared, null, scope);
    },
  };
}
