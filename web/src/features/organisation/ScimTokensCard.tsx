import { scimTokensMax } from "@idanimo/contract/organisations/limits";
import type { ScimToken } from "@idanimo/contract/organisations/scim";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { CopyableText } from "../../ui/CopyableText.tsx";
import { EndScimTokenDialog } from "./EndScimTokenDialog.tsx";
import organisation from "./Organisation.module.css";
import styles from "./Scim.module.css";
import { ScimTokenDialog } from "./ScimTokenDialog.tsx";

type Props = { readonly address: string; readonly tokens: readonly ScimToken[] };

/** The address that a directory calls, and its tokens without their secrets [TM-12]. */
export function ScimTokensCard({ address, tokens }: Props) {
  const [open, setOpen] = useState<"new" | ScimToken>();
  const close = () => setOpen(undefined);
  const isFull = tokens.length >= scimTokensMax;
  return (
    <Card
      flush
      title="Directory (SCIM)"
      aside={
        <Button size="small" icon={<PlusIcon />} disabled={isFull} onClick={() => setOpen("new")}>
          Create token
        </Button>
      }
    >
      <div className={`${styles.parts} ${styles.padded}`}>
        <p className={`quiet ${organisation.readable}`}>
          Let a directory such as Okta or Microsoft Entra ID add, suspend and remove members of your verified email
          domains. Enter this address and a token there.
        </p>
        <CopyableText text={address} what="The address" label="Copy the address" />
        {tokens.length === 0 && <p className="quiet">No tokens yet. A directory needs one to sign in.</p>}
      </div>
      {tokens.length > 0 && (
        <>
          <Table caption="SCIM tokens" columns={columnsFor(setOpen)} rows={tokens} keyOf={({ id }) => id} />
          <footer className={organisation.foot}>
            {tokens.length} of {scimTokensMax} tokens. Owners get a notice and an email 14 days before one expires.
          </footer>
        </>
      )}
      {open === "new" && <ScimTokenDialog onClose={close} />}
      {typeof open === "object" && <EndScimTokenDialog token={open} onClose={close} />}
    </Card>
  );
}

const columnsFor = (onEnd: (token: ScimToken) => void): readonly Column<ScimToken>[] => [
  {
    key: "created",
    header: "Created",
    phoneSlot: "first",
    cell: ({ createdAt, createdBy }) => (
      <span className={organisation.person}>
        <DateText at={createdAt} />
        <span className={organisation.small}>by {createdBy}</span>
      </span>
    ),
  },
  {
    key: "expires",
    header: "Expires",
    phoneSlot: "second",
    cell: ({ expiresAt }) => (
      <span>
        {Date.parse(expiresAt) <= Date.now() ? "Expired" : "Until"} <DateText at={expiresAt} />
      </span>
    ),
  },
  {
    key: "used",
    header: "Last use",
    phoneSlot: "second",
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? (
        "Not used yet"
      ) : (
        <span>
          Used <DateText at={lastUsedAt} withTime />
        </span>
      ),
  },
  {
    key: "end",
    header: <span className="only-heard">End</span>,
    kind: "number",
    phoneSlot: "firstEnd",
    cell: (token) => (
      <Button size="small" kind="quiet" aria-label={`End the token of ${token.createdBy}`} onClick={() => onEnd(token)}>
        End
      </Button>
    ),
  },
];
