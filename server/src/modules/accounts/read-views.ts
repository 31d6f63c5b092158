import { sql } from "kysely";
import type { UserType } from "@idanimo/contract/accounts";

/** Accounts as requesters: their names, and the contacts that they confirmed by a code or link. */
export const requestersView = sql<{
  readonly id: string;
  readonly user_type: UserType;
  /** First and last name. */
  readonly name: string;
  readonly business_name: string | null;
  readonly own_phone: string | null;
  readonly own_mail: string | null;
}>`(select id, user_type, first_name || ' ' || last_name as name, business_name,
    case when phone_proved_at is not null then phone end as own_phone,
    case when email_proved_at is not null then email end as own_mail from users)`;
