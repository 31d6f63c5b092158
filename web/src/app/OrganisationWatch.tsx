import { profile } from "@idanimo/contract/accounts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { activeOrganisation } from "../lib/active-organisation.ts";
import { switchOrganisation } from "../lib/switch-organisation.ts";
import { listenToEvents } from "../lib/event-stream.ts";
import { CallError, cancelAndInvalidate } from "../lib/query.ts";
import { storedOrganisationLost } from "../lib/storage.ts";
import { useToast } from "../ui/Toast.tsx";
import { useUser } from "./use-user.ts";

const organisationLost = "You are no longer a member of that organisation. This is your own account.";

type Props = {
  /** The screen has a form: its data is fetched again, but what the user has typed stays. */
  readonly keepsScreen: boolean;
  /** Screens start anew. */
  readonly onRightsChanged: () => void;
};

/**
 * Follows the rights in the active organisation: when they change, displayed data is removed at once and fetched
 * again; when the user is no member any more, the tab returns to the own account [TM-02 TM-09].
 */
export function OrganisationWatch({ keepsScreen, onRightsChanged }: Props): null {
  const client = useQueryClient();
  const toast = useToast();
  const { data: user, error } = useUser();
  const changed = useRef(onRightsChanged);
  useEffect(() => {
    changed.current = onRightsChanged;
  });
  const id = user?.organisation?.id ?? activeOrganisation();
  useEffect(
    () =>
      listenToEvents({
        onEvent: (event) => {
          if (event.type !== "rights_changed" || event.organisationId !== id) return;
          if (!keepsScreen) changed.current();
          removeDisplayedData(client);
        },
        onOpenChange: () => {},
        onReconnectFailed: () => void client.invalidateQueries({ queryKey: [profile.path] }),
      }),
    [client, id, keepsScreen],
  );
  useEffect(() => {
    if (error?.problem.code !== "not_found" || activeOrganisation() === undefined) return;
    storedOrganisationLost.set("yes");
    switchOrganisation(undefined);
  }, [error]);
  useEffect(() => {
    if (storedOrganisationLost.get() === undefined || activeOrganisation() !== undefined) return;
    storedOrganisationLost.remove();
    toast({ tone: "info", text: organisationLost });
  }, [toast]);
  useEffect(() => refetchProfileWhenRejected(client), [client]);
  return null;
}

/** Empties every query but the profile, which the layout needs, and refetches those on the screen. */
function removeDisplayedData(client: QueryClient): void {
  const isRecord = {
    predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[0] !== profile.path,
  };
  client.removeQueries({ ...isRecord, type: "inactive" });
  void client.cancelQueries(isRecord).then(() => client.resetQueries(isRecord));
  void cancelAndInvalidate(client, [profile.path]);
}

/** A rejected query may be the first sign that the rights have changed. @returns a function that stops it */
function refetchProfileWhenRejected(client: QueryClient): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "error" || activeOrganisation() === undefined) return;
    const { error } = event.action;
    const isRejected =
      error instanceof CallError && (error.problem.code === "not_found" || error.problem.code === "right_missing");
    if (isRejected && event.query.queryKey[0] !== profile.path)
      void client.invalidateQueries({ queryKey: [profile.path] });
  });
}
