import { namedValues } from "./rules.ts";
import { PersonRecord } from "./PersonRecord.tsx";
import { ResultFrame } from "./ResultFrame.tsx";

/** A person's result at `/result` and `/premblyNinResult`. Source: RESULT-NIN-01 to 06. */
export function PersonResultScreen() {
  return (
    <ResultFrame route="/premblyNinResult" shape={namedValues}>
      {(drawn) => <PersonRecord {...drawn} />}
    </ResultFrame>
  );
}
