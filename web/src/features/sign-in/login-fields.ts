import { login } from "@idanimo/contract/accounts";
import { boolean, extend, pick } from "zod/mini";

/** What the sign-in form checks before it is sent. Source: A§5. */
export const loginFields = extend(pick(login.input, { email: true, password: true }), { rememberMe: boolean() });
