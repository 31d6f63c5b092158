import { lagosDay } from "@idanimo/contract/date-format";
import type { apiRequests } from "@idanimo/contract/developers/requests";
import type { OutputOf } from "@idanimo/contract/operation";
import { useState } from "react";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "./Requests.module.css";
import type { RequestFilter } from "./requests-query.ts";

type Props = Pick<OutputOf<typeof apiRequests>, "keys" | "routes"> & {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
};

/** Classes of responses, and the statuses that programs handle. */
const statuses = {
  "2xx": "Succeeded (2xx)",
  "4xx": "Rejected (4xx)",
  "5xx": "Failed on our side (5xx)",
  400: "400 not valid",
  401: "401 key not accepted",
  403: "403 not allowed",
  404: "404 not found",
  409: "409 in conflict",
  422: "422 same key, other body",
  429: "429 too many",
  503: "503 unavailable",
} as const;
/** The order of an object's keys would put the numbers first. */
const statusOrder = ["2xx", "4xx", "5xx", 400, 401, 403, 404, 409, 422, 429, 503] as const;

/** Limits the list. Each choice applies at once and is in the address of the page. */
export function RequestFilterFields({ filter, keys, routes, onChange }: Props) {
  const [today] = useState(() => lagosDay(new Date()));
  const props = (name: keyof RequestFilter) => ({
    name,
    value: filter[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...filter, [name]: currentTarget.value }),
  });
  return (
    <div className={styles.filters} role="group" aria-label="Filter">
      <Select label="Response" {...props("status")}>
        <option value="">All</option>
        {statusOrder.map((status) => (
          <option key={status} value={status}>
            {statuses[status]}
          </option>
        ))}
      </Select>
      <Select label="Key" {...props("key")}>
        <option value="">All</option>
        {keys.map(({ id, name, prefix }) => (
          <option key={id} value={id}>
            {name} ({prefix}…)
          </option>
        ))}
      </Select>
      <Select label="Route" {...props("route")}>
        <option value="">All</option>
        {routes.map((route) => (
          <option key={route} value={route}>
            {route}
          </option>
        ))}
      </Select>
      <TextInput label="Day" type="date" max={today} {...props("day")} />
    </div>
  );
}
