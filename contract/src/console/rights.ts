import { naira } from "../money.ts";

/** What operators may do. The server checks it in one place; the screens hide what would be rejected. */

export const operatorRoles = ["support", "finance", "privacy", "prices", "auditor", "owner"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

export const operatorRoleNames = {
  support: "Support",
  finance: "Finance",
  privacy: "Privacy officer",
  prices: "Prices",
  auditor: "Auditor",
  owner: "Owner",
} as const satisfies Record<OperatorRole, string>;

export const consoleRights = [
  "view_accounts",
  "help_accounts",
  "read_money",
  "move_money",
  "read_cases",
  "handle_cases",
  "read_grievances",
  "handle_grievances",
  "read_grievance_text",
  "read_prices",
  "change_prices",
  "read_sources",
  "switch_sources",
  "read_jobs",
  "manage_jobs",
  "read_audit",
  "read_operators",
  "manage_operators",
] as const;
export type ConsoleRight = (typeof consoleRights)[number];

/** Which roles have a right. */
export const rightHolders = {
  view_accounts: ["support", "finance", "privacy", "auditor", "owner"],
  help_accounts: ["support", "owner"],
  read_money: ["finance", "auditor", "owner"],
  move_money: ["finance", "owner"],
  read_cases: ["support", "finance", "privacy", "auditor", "owner"],
  handle_cases: ["support", "finance", "privacy", "owner"],
  // requests and grievances of people who were looked up, and breaches
  read_grievances: ["privacy", "auditor", "owner"],
  handle_grievances: ["privacy", "owner"],
  read_grievance_text: ["privacy"],
  read_prices: ["prices", "auditor", "owner"],
  change_prices: ["prices", "owner"],
  read_sources: ["support", "prices", "auditor", "owner"],
  switch_sources: ["support", "prices", "owner"],
  read_jobs: ["support", "auditor", "owner"],
  manage_jobs: ["support", "owner"],
  read_audit: ["auditor", "owner"],
  read_operators: ["auditor", "owner"],
  manage_operators: ["owner"],
} as const satisfies Record<ConsoleRight, readonly OperatorRole[]>;

/** Whether one of an operator's roles has a right. */
export function hasRight(roles: readonly OperatorRole[], right: ConsoleRight): boolean {
  const holders: readonly OperatorRole[] = rightHolders[right];
  return roles.some((role) => holders.includes(role));
}

/** The acts that need two operators, with the right that requests or decides them. */
export const operatorApprovalKinds = {
  refund: { right: "move_money", label: "Refund" },
  price: { right: "change_prices", label: "Price" },
  exchange_rate: { right: "change_prices", label: "Exchange rate" },
  new_operator: { right: "manage_operators", label: "New operator" },
  role_change: { right: "manage_operators", label: "Change of roles" },
  breach_notice: { right: "handle_grievances", label: "Notice of a breach" },
  change_phone: { right: "help_accounts", label: "Removal of a phone number" },
  end_suspension: { right: "help_accounts", label: "End of a suspension" },
} as const satisfies Record<string, { readonly right: ConsoleRight; readonly label: string }>;
export type OperatorApprovalKind = keyof typeof operatorApprovalKinds;

export const isOperatorApprovalKind = (text: string): text is OperatorApprovalKind =>
  Object.hasOwn(operatorApprovalKinds, text);

export const viewReasonCodes = ["asked_us", "payment", "refund", "complaint", "security", "legal"] as const;
export type ViewReason = (typeof viewReasonCodes)[number];

/** Why an operator looks at an account; its owner reads the sentence. */
export const viewReasons = {
  asked_us: "you contacted us",
  payment: "a payment had to be checked",
  refund: "a refund had to be checked",
  complaint: "a complaint had to be checked",
  security: "the security of your account had to be checked",
  legal: "the law requires it",
} as const satisfies Record<ViewReason, string>;

/** Hours for which a reason opens an account, and in which its owner is notified once. */
export const viewReasonHours = 24;
/** Searches of an operator on a day in Lagos. */
export const findsPerDay = 60;
/** Accounts that an operator opens on a day in Lagos. */
export const viewsPerDay = 200;
/** Hours after which an operators' approval expires. */
export const operatorApprovalHours = 72;
/** Refunds that an operator makes alone on a day in Lagos; the database checks the same. */
export const singleRefundsPerDay = naira(20_000_00n);
/** Length of a note or reason that an operator writes. */
export const operatorNoteMaxLength = 140;
export const operatorIdleMinutes = 15;
export const operatorSignInHours = 8;
export const operatorInvitationMinutes = 60;
