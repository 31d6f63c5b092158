import { email } from "@idanimo/contract/fields";
import * as texts from "@idanimo/contract/texts";
import { object, pipe, refine, safeParse, string, transform } from "zod/mini";

/** One message for a missing and for an invalid email address [PASSWORD-02]. */
export const forgotPasswordFields = object({
  email: pipe(
    string().check(refine((typed) => safeParse(email, typed).success, texts.validEmailRequired)),
    transform((typed) => typed.trim()),
  ),
});
