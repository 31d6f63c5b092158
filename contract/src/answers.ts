import * as z from "zod/mini";

/** What a check that asks one question can find out [AO-02]. */
export const answers = ["yes", "near", "no", "unknown"] as const;
export type Answer = (typeof answers)[number];

/** The parts of a name that a requester types. */
export const namePartIds = ["firstname", "middlename", "lastname"] as const;
export type NamePart = (typeof namePartIds)[number];

/** How an answer is shown to its requester. */
export const answerLabels = { yes: "Yes", near: "Close", no: "No", unknown: "Unknown" } as const satisfies Record<
  Answer,
  string
>;

/** What two records of a vehicle are compared by [AO-12]. */
export const comparedVehicleFields = ["make", "model", "year", "colour"] as const;
export type VehicleField = (typeof comparedVehicleFields)[number];
export const vehicleFieldLabels = {
  make: "Make",
  model: "Model",
  year: "Year",
  colour: "Colour",
} as const satisfies Record<VehicleField, string>;

/** Whether two sources agree on a field; null unless both reported it. */
export const agreementLabel = (agree: boolean | null): string =>
  agree === null ? "Not reported by both" : agree ? "Agrees" : "Differs";

/** The stored answer. On the wire it also has the question and the source [AO-02]. */
export const answerRecord = z.object({
  answer: z.enum(answers),
  /** When the sources were queried. */
  askedAt: z.string(),
  /** Of two records of a vehicle: which fields agree, and which sources reported them. */
  fields: z.optional(
    z.array(
      z.object({
        field: z.enum(comparedVehicleFields),
        /** Null unless both sources reported it. */
        agree: z.nullable(z.boolean()),
        sources: z.array(z.string()),
      }),
    ),
  ),
});
export type AnswerRecord = z.output<typeof answerRecord>;

/** An answer as a response has it. */
export const answerOnWire = z.extend(answerRecord, { question: z.string(), source: z.string() });
export type AnswerOnWire = z.output<typeof answerOnWire>;
