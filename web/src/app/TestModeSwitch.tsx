import { readTestMode } from "@idanimo/contract/developers/test-mode";
import { useQuery } from "@tanstack/react-query";
import { isTestMode } from "../lib/active-organisation.ts";
import { operationQuery } from "../lib/query.ts";
import { switchTestMode } from "../lib/switch-organisation.ts";

/** Switches this tab between live and test mode; nothing where there is no test mode. */
export function TestModeSwitch({ className }: { readonly className: string | undefined }) {
  const { data } = useQuery(operationQuery(readTestMode, {}));
  const isOn = isTestMode();
  if (!data?.isAvailable) return null;
  return (
    <button type="button" role="switch" aria-checked={isOn} className={className} onClick={() => switchTestMode(!isOn)}>
      <span>Test mode</span>
    </button>
  );
}
