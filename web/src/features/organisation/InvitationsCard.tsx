import {
  type OpenInvitation,
  organisationMembers,
  revokeInvitation,
} from "@idanimo/contract/organisations/organisations";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { BreakableEmail } from "../../ui/BreakableEmail.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Organisation.module.css";

type Props = { readonly invitations: readonly OpenInvitation[]; readonly canRevoke: boolean };

/** Invitations that are not used yet. */
export function InvitationsCard({ invitations, canRevoke }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const showProblem = useProblem();
  const [revoking, setRevoking] = useState<string>();

  async function revoke({ id, email }: OpenInvitation) {
    if (revoking !== undefined) return;
    setRevoking(id);
    const result = await call(revokeInvitation, { id });
    await client.invalidateQueries({ queryKey: [organisationMembers.path] });
    setRevoking(undefined);
    if (result.ok) toast({ tone: "success", text: `The invitation of ${email} is revoked.` });
    // used or expired in the meantime: the refetched list shows it
    else showProblem(result.problem, { not_found: () => undefined });
  }

  const columns = columnsFor({ canRevoke, revoking, onRevoke: (invitation) => void revoke(invitation) });
  return (
    <Card flush title="Open invitations">
      <Table caption="Open invitations" columns={columns} rows={invitations} keyOf={({ id }) => id} />
    </Card>
  );
}

type ColumnOptions = {
  readonly canRevoke: boolean;
  /** The invitation that is being revoked. */
  readonly revoking: string | undefined;
  readonly onRevoke: (invitation: OpenInvitation) => void;
};

function columnsFor({ canRevoke, revoking, onRevoke }: ColumnOptions): readonly Column<OpenInvitation>[] {
  return [
    {
      key: "email",
      header: "Invited",
      phoneSlot: "first",
      cell: ({ email }) => (
        <span className={styles.breakable}>
          <BreakableEmail text={email} />
        </span>
      ),
    },
    {
      key: "roles",
      header: "Roles",
      phoneSlot: "second",
      cell: ({ roles }) => roles.map(({ name }) => name).join(", "),
    },
    {
      key: "expires",
      header: "Expires",
      phoneSlot: "second",
      cell: ({ expiresAt }) => (
        <span>
          Ends <Countdown at={expiresAt} />
        </span>
      ),
    },
    {
      key: "revoke",
      kind: "number",
      header: <span className="only-heard">Revoke</span>,
      phoneSlot: "firstEnd",
      cell: (invitation) =>
        canRevoke && (
          <Button
            size="small"
            kind="quiet"
            aria-label={`Revoke the invitation of ${invitation.email}`}
            busy={revoking === invitation.id && "Revoking"}
            onClick={() => onRevoke(invitation)}
          >
            Revoke
          </Button>
        ),
    },
  ];
}
