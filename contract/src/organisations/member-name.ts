import * as z from "zod/mini";
import { publicId } from "../fields.ts";

/** The member of an organisation who made a request or a payment [TM-04]. */
export const memberName = z.object({ userId: publicId, name: z.string() });
export type MemberName = z.output<typeof memberName>;

/** Instead of the name of a member whose account was closed. */
export const formerMember = "Former member";
