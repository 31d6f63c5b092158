import * as z from "zod/mini";
import { email, enteredPassword, password, publicId } from "../fields.ts";
import { machineText } from "../plain-text.ts";
import { secondFactorCode } from "../second-factor.ts";
import { operatorRole } from "./fields.ts";
import type { ConsoleOperation } from "./operation.ts";

/** First step of a sign-in: email and password. The second step signs in. */
export const operatorSignIn = {
  method: "POST",
  path: "/sign-in",
  access: "public",
  operatorRight: null,
  summary: "Checks an operator's email and password; the second step completes the sign-in.",
  input: z.strictObject({ email, password: enteredPassword }),
  output: z.object({ ticket: z.string() }),
  problems: ["incorrect_credentials"],
} as const satisfies ConsoleOperation;

/** Second step: a code of the authenticator, or a recovery code. Sets the cookie. */
export const operatorSecondStep = {
  method: "POST",
  path: "/sign-in/second-step",
  access: "public",
  operatorRight: null,
  summary: "Completes an operator's sign-in with an authenticator code or a recovery code.",
  input: z.strictObject({ ticket: machineText(100), code: secondFactorCode }),
  output: z.object({ result: z.literal("success") }),
  problems: ["second_factor_wrong", "second_factor_ended"],
} as const satisfies ConsoleOperation;

export const operatorSignOut = {
  method: "POST",
  path: "/sign-out",
  access: "signed_in",
  operatorRight: null,
  summary: "Ends the operator's sign-in.",
  input: z.strictObject({}),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies ConsoleOperation;

export const currentOperator = {
  method: "GET",
  path: "/me",
  access: "signed_in",
  operatorRight: null,
  summary: "Returns the signed-in operator and the token for changing calls.",
  input: z.strictObject({}),
  output: z.object({
    id: publicId,
    name: z.string(),
    email: z.string(),
    roles: z.array(operatorRole),
    csrfToken: z.string(),
    /** Whether another active operator exists, who could approve. */
    hasColleague: z.boolean(),
  }),
  problems: [],
  passive: true,
} as const satisfies ConsoleOperation;

/** Opens an invitation; the link works once, when it is finished. */
export const openInvitation = {
  method: "POST",
  path: "/welcome",
  access: "public",
  operatorRight: null,
  summary: "Returns the authenticator secret of an invitation.",
  input: z.strictObject({ token: machineText(100) }),
  output: z.object({
    email: z.string(),
    name: z.string(),
    secret: z.string(),
    uri: z.string(),
    /** A picture as a data URL. */
    qrCode: z.string(),
  }),
  problems: ["operator_link_ended"],
} as const satisfies ConsoleOperation;

export const finishInvitation = {
  method: "POST",
  path: "/welcome/finish",
  access: "public",
  operatorRight: null,
  summary: "Sets the password and confirms the authenticator of an invited operator.",
  input: z.strictObject({ token: machineText(100), password, code: secondFactorCode }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  problems: ["operator_link_ended", "second_factor_wrong"],
} as const satisfies ConsoleOperation;
