import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { purposes } from "@idanimo/contract/consent";
import {
  allowedPurposes,
  disclosureFor,
  disclosureForAnyPurpose,
  groupSearchTypesByRule,
  listParts,
} from "@idanimo/contract/record-parts";

/**
 * What each check can show, from the contract's table, so that no page can differ from the product [CL-12]. A
 * purpose is a "reason" on pages. The `data-` attributes are for tests.
 */

/** What a check can show, over all reasons together, as one list item. */
export function DisclosureOfCheck({ type }: { readonly type: SearchType }) {
  const { required, optional } = disclosureForAnyPurpose(type);
  return (
    <li data-check={type}>
      <strong>{catalogueRowOf(type).label}.</strong> Always: <span data-parts="required">{listParts(required)}</span>.
      Only if the person adds it, and the reason allows it: <span data-parts="optional">{listParts(optional)}</span>.
    </li>
  );
}

/** One table for each group of checks with the same rules, with a row for each reason. */
export function DisclosureTables() {
  return (
    <>
      {groupSearchTypesByRule().map((types) => (
        <DisclosureTable key={types[0]} types={types} />
      ))}
    </>
  );
}

type TableProps = { readonly types: readonly [SearchType, ...SearchType[]] };

function DisclosureTable({ types }: TableProps) {
  const [type] = types; // all of them have the same rule
  return (
    <table data-checks={types.join(" ")}>
      <caption>{types.map((one) => catalogueRowOf(one).label).join(", ")}</caption>
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col">Always shown</th>
          <th scope="col">Shown only if the person adds it</th>
        </tr>
      </thead>
      <tbody>
        {allowedPurposes(type).map((purpose) => {
          const rule = disclosureFor(type, purpose);
          return (
            <tr key={purpose}>
              <td>{purposes[purpose]}</td>
              <td>{listParts(rule?.required ?? [])}</td>
              <td>{listParts(rule?.optional ?? [])}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
