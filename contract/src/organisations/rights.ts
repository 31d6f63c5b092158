/** What members of an organisation may do: rights, and the built-in roles that contain them. */

/** Every right, with the words of the screens. */
export const rightTexts = {
  "members:manage": "Invite, suspend and remove members",
  "roles:manage": "Change roles",
  "rules:manage": "Set spending caps and approval rules",
  "requests:create": "Make checks and pay for them from the wallet",
  "records:read_own": "Open the results of their own checks",
  "requests:read_all": "See everyone's checks, without the results",
  "records:read_all": "Open the results of everyone's checks",
  "approvals:decide": "Approve or reject colleagues' checks",
  "wallet:read": "See the wallet and its transactions",
  "wallet:top_up": "Top up the wallet",
  "billing:manage": "Manage billing",
  "exports:money": "Download statements and transactions",
  "keys:manage": "Manage API keys",
  "webhooks:manage": "Manage webhooks",
  "api_log:read": "See the log of API requests",
  "audit:read": "See the activity log",
  "audit:export": "Download the activity log",
  "sso:manage": "Set up single sign-on and security rules",
  "organisation:close": "Close the organisation",
} as const satisfies Record<string, string>;

export type Right = keyof typeof rightTexts;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object literal
export const rights = Object.keys(rightTexts) as readonly Right[];

export const builtInRoles = ["owner", "admin", "requester", "reader", "records", "finance", "developer"] as const;
export type BuiltInRole = (typeof builtInRoles)[number];

const managing: readonly Right[] = ["members:manage", "roles:manage", "rules:manage"];
const requesting: readonly Right[] = ["requests:create", "records:read_own"];
const developing: readonly Right[] = ["keys:manage", "webhooks:manage", "api_log:read"];
const auditing: readonly Right[] = ["audit:read", "audit:export"];

/** The rights of each built-in role. Owners and admins do not read colleagues' records without the role `records`. */
export const roleRights: Readonly<Record<BuiltInRole, readonly Right[]>> = {
  owner: [
    ...managing,
    ...requesting,
    "requests:read_all",
    "approvals:decide",
    "wallet:read",
    "wallet:top_up",
    "billing:manage",
    "exports:money",
    ...developing,
    ...auditing,
    "sso:manage",
    "organisation:close",
  ],
  admin: [
    ...managing,
    ...requesting,
    "requests:read_all",
    "approvals:decide",
    "wallet:read",
    ...developing,
    ...auditing,
  ],
  requester: [...requesting, "wallet:read"],
  reader: ["requests:read_all"],
  records: ["requests:read_all", "records:read_all"],
  finance: ["requests:read_all", "wallet:read", "wallet:top_up", "billing:manage", "exports:money"],
  developer: ["requests:read_all", ...developing],
};

/** Opening a result needs one of these: of an own check, or of any. */
export const recordRights: readonly Right[] = ["records:read_own", "records:read_all"];

/** One line per role, for screens. */
export const roleTexts: Readonly<Record<BuiltInRole, { readonly name: string; readonly description: string }>> = {
  owner: { name: "Owner", description: "Everything except colleagues' results." },
  admin: { name: "Admin", description: "Members, rules, checks and keys. No top-ups, no closing." },
  requester: { name: "Requester", description: "Makes checks and opens their own results." },
  reader: { name: "Reader", description: "Sees everyone's checks, but no results." },
  records: {
    name: "Records",
    description: "Opens everyone's results. Owners get a notice when someone gets this role.",
  },
  finance: { name: "Finance", description: "Wallet, top-ups, statements and billing." },
  developer: { name: "Developer", description: "API keys, webhooks and the request log." },
};

/** Rights that no custom role may contain. */
export const ownerOnlyRights: readonly Right[] = ["sso:manage", "organisation:close"];

export const isBuiltInRole = (role: string): role is BuiltInRole => Object.hasOwn(roleRights, role);

const isRight = (text: string): text is Right => Object.hasOwn(rightTexts, text);

/** The rights of a member: the union of those of all roles. Roles and rights of a newer server are ignored. */
export function rightsOf(roles: readonly string[], customRights: readonly string[] = []): ReadonlySet<Right> {
  return new Set([...roles.filter(isBuiltInRole).flatMap((role) => roleRights[role]), ...customRights.filter(isRight)]);
}
