import type { Sources } from "../../../providers/sources.ts";
import type { LookUps } from "../deps.ts";
import type { LookUp } from "../look-up.ts";
import { ninLookUp } from "./nin.ts";

/** Every look-up whose sources are all there: what nobody can be asked for is not offered. */
export function openLookUps(sources: Sources): LookUps {
  const offered: LookUps = { nin: ninLookUp(sources.nin) };
  return Object.fromEntries(Object.entries(offered).filter(([, lookUp]) => hasSources(lookUp)));
}

const hasSources = (lookUp: LookUp) =>
  lookUp.needs([]).every((parts) => parts.every((providers) => providers.length > 0));
