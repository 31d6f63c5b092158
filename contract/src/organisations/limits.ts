/** Limits of an organisation. */
export const membersMax = 200;
export const openInvitationsMax = 50;
export const invitationsPerDay = 50;
export const customRolesMax = 20;
export const spendingCapsMax = 50;
export const approvalRulesMax = 20;
/** Lifetime of an invitation's link. */
export const invitationDays = 7;
/** Lifetime of a request for approval. */
export const approvalDays = 7;
export const membersPageSize = 50;
/** A member without activity is warned so many days before they are suspended. */
export const idleWarningDays = 14;
export const idleFinalWarningDays = 3;
export const domainsMax = 10;
export const scimTokensMax = 5;
/** Longest lifetime of a SCIM token. */
export const scimTokenMaxDays = 365;
/** How long before its end the owners get a notice. */
export const scimTokenWarningDays = 14;
export const scimGroupsMax = 100;
