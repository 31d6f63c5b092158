import type { AccountDetails } from "@idanimo/contract/console/accounts";
import { formatCount } from "@idanimo/contract/date-format";
import { Card } from "../../ui/Card.tsx";
import { Facts } from "../Facts.tsx";
import { readableCode } from "../lib/labels.ts";

type Organisation = NonNullable<AccountDetails["organisation"]>;

/** The organisation behind an account: members, roles and owners. */
export function OrganisationCard({ organisation }: { readonly organisation: Organisation }) {
  const { rcNumber, verified, needsSecondFactor, members, suspendedMembers, roles, owners } = organisation;
  const suspended =
    suspendedMembers === 0 ? "" : `, and ${formatCount(suspendedMembers)} suspended by the organisation`;
  return (
    <Card title="Organisation">
      <Facts
        rows={[
          ["RC number", rcNumber ?? "None"],
          ["Verified", verified ? "Yes" : "No"],
          ["Members", `${formatCount(members)} active${suspended}`],
          ...roles.map((row) => [`Role: ${readableCode(row.role)}`, formatCount(row.members)] as const),
          ["Second step required", needsSecondFactor ? "Yes" : "No"],
          ...owners.map(
            ({ id, name: owner }) =>
              [
                "Owner",
                <a key={id} href={`/accounts/${id}`}>
                  {owner}
                </a>,
              ] as const,
          ),
        ]}
      />
    </Card>
  );
}
