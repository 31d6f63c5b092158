import { readTestMode } from "@idanimo/contract/developers/test-mode";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../lib/query.ts";
import { switchTestMode } from "../../lib/switch-organisation.ts";
import { Button } from "../../ui/Button.tsx";

/** Enters test mode, if there is one. @param to where to go then */
export function TestModeButton({ to }: { readonly to: string }) {
  const { data } = useQuery(operationQuery(readTestMode, {}));
  if (data && !data.isAvailable) return <p className="quiet">Test mode is not available here.</p>;
  return (
    <Button kind="primary" disabled={!data} onClick={() => switchTestMode(true, to)}>
      Switch to test mode
    </Button>
  );
}
