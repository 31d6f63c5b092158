import { login } from "@idanimo/contract/accounts";
import { boolean, extend, pick } from "zod/mini";

/** The validation of the sign-in form [LOGIN-03 LOGIN-04]. */
export const loginFields = extend(pick(login.input, { email: true, password: true }), { rememberMe: boolean() });
