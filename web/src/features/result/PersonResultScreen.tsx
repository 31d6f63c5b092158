import * as z from "zod/mini";
import { PersonRecord } from "./PersonRecord.tsx";
import { ResultFrame } from "./ResultFrame.tsx";

/** Whatever the record holds, each field is looked at where it is shown. */
const namedValues = z.record(z.string(), z.unknown());

/** A person's result at `/result` and `/premblyNinResult`. Source: RESULT-NIN-01 to 06. */
export function PersonResultScreen() {
  return (
    <ResultFrame route="/premblyNinResult" shape={namedValues}>
      {(drawn) => <PersonRecord {...drawn} />}
    </ResultFrame>
  );
}
