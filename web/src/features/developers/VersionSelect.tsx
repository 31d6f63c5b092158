import { newestVersion } from "@idanimo/contract/developers/versions";
import { Select } from "../../ui/Select.tsx";

type Props = {
  /** Empty: that of the organisation. */
  readonly version: string;
  readonly versions: readonly string[];
  readonly organisationVersion: string | null;
  readonly canFollowOrganisation: boolean;
  readonly onChange: (version: string) => void;
};

/** The versions of the API that work, newest first. */
export function VersionSelect({ version, versions, organisationVersion, canFollowOrganisation, onChange }: Props) {
  return (
    <Select label="API version" value={version} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {canFollowOrganisation && (
        <option value="">Your organisation’s ({organisationVersion ?? `${newestVersion} from its first call`})</option>
      )}
      {version !== "" && !versions.includes(version) && <option value={version}>{version} (ended)</option>}
      {versions.toReversed().map((one) => (
        <option key={one} value={one}>
          {one}
          {one === newestVersion && " (newest)"}
        </option>
      ))}
    </Select>
  );
}
