import type { BreachRow } from "@idanimo/contract/console/breaches";
import { StatusLabel } from "../ui/StatusLabel.tsx";
import { clockText } from "./lib/labels.ts";

/** The time that is left to notify the Commission. */
export function BreachClock({ urgency, minutesLeft }: Pick<BreachRow, "urgency" | "minutesLeft">) {
  if (urgency === "done") return <StatusLabel tone="success">Decided</StatusLabel>;
  return <StatusLabel tone="problem">{clockText(minutesLeft)}</StatusLabel>;
}
