import * as z from "zod/mini";
import { PersonRecord } from "./PersonRecord.tsx";
import { ResultFrame } from "./ResultFrame.tsx";

/** Accepts any record; each field is validated where it is rendered. */
const namedValues = z.record(z.string(), z.unknown());

/** A person's result at `/result` and `/premblyNinResult` [RESULT-NIN-01 to RESULT-NIN-06]. */
export function PersonResultScreen() {
  return (
    <ResultFrame route="/premblyNinResult" shape={namedValues}>
      {(drawn) => <PersonRecord {...drawn} />}
    </ResultFrame>
  );
}
