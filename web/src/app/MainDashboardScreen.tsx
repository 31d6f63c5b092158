import { lazy, Suspense } from "react";
import { useLocation, useNavigate } from "react-router";
import { DashboardScreen } from "../features/history/DashboardScreen.tsx";

const PushOffer = lazy(async () => ({ default: (await import("../features/notices/PushOffer.tsx")).PushOffer }));

/** The dashboard at `/main-dashboard`; the wizard says in the navigation's state which requests have just been paid for. */
export function MainDashboardScreen() {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  return (
    <DashboardScreen
      asked={askedIn(state)}
      whileWaiting={
        <Suspense>
          <PushOffer />
        </Suspense>
      }
      onForgetAsked={() => void navigate(pathname, { replace: true, state: null, preventScrollReset: true })}
    />
  );
}

function askedIn(state: unknown): readonly string[] {
  if (typeof state !== "object" || state === null || !("asked" in state) || !Array.isArray(state.asked)) return [];
  return state.asked.filter((id): id is string => typeof id === "string");
}
