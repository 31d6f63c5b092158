/** Sentences about organisations that server and web share. `{placeholders}` are filled by the caller. */

export const rightMissingTitle = "Your role does not include this";
export const rightMissing = "Your role in this organisation does not include: {right}. Ask an owner or admin.";
export const secondFactorRequiredTitle = "Set up a second step first";
export const secondFactorRequired =
  "This organisation requires a second sign-in step. Set up an authenticator or a passkey in your profile to continue.";
export const alreadyMember = "This person is already a member.";
export const alreadyInvited = "This email already has an open invitation. Revoke it to send a new one.";
export const organisationFull = "The limit of {most} {what} is reached.";
export const wrongEmail =
  "This invitation is for another email address. Sign in with the account that has the address it was sent to.";
export const invitationEnded = "This invitation was used, revoked or has expired. Ask your colleague for a new one.";
export const lastOwnerTitle = "An owner is needed";
export const lastOwner = "An organisation needs at least one owner. Make someone else an owner first.";
export const rightNotHeldTitle = "You cannot give this right";
export const rightNotHeld = "You can only give rights that you have yourself.";
export const roleInUseTitle = "This role is in use";
export const roleInUse = "Members or invitations still have this role. Change their roles first.";
export const organisationHasMembers =
  "Your account is also the organisation {organisation}, which has other members. Remove them before you close your account.";
export const lastOwnerOfOthers =
  "You are the only owner of {organisation}. Make someone else an owner, or close it, before you close your account.";
export const roleUnknown = "One of these roles no longer exists. Reload the page and choose again.";
export const defaultRoleNotOwner = "Choose another role. Only an owner can make someone an owner.";
export const roleNameTaken = "A role with this name already exists.";
export const rightOwnersOnly = "Only owners can have this right. Remove it from the role.";
export const capReachedTitle = "Spending cap reached";
export const capReached = "This payment would exceed a spending cap of your organisation. Nothing was charged.";
export const priceChanged = "The price has changed since this was requested. Check the new total and approve again.";
export const organisationNameRequired = "Enter the organisation's name.";
export const roleNameRequired = "Enter a name for this role.";
export const rolesRequired = "Choose at least one role.";
export const rightsRequired = "Choose at least one right.";
export const rejectionReasonRequired = "Say why, so that your colleague knows what to change.";
export const capLimitRequired = "Enter an amount, a number of checks, or both.";
export const capCountInvalid = "Enter a whole number of checks.";
export const capMemberUnknown = "Choose a member of this organisation.";
export const capRoleUnknown = "Choose a role of this organisation.";
export const spendingCaps = "spending caps";
export const approvalRules = "approval rules";
export const approvalNeededTitle = "Approval needed";
export const approvalNeeded =
  "A colleague has to approve this check. It is then paid from the wallet, so it can't be paid by card.";
export const approvalRequestedTitle = "Sent for approval";
export const approvalRequested =
  "A colleague has to approve this check. Nothing was charged and no one was contacted. We'll tell you what they decide.";
export const domainRequired = "Enter a domain, such as example.com.";
export const domainInvalid = "Enter only the domain, such as example.com.";
export const domainTaken = "Another organisation has verified this domain. Contact us if it is yours.";
export const domainRecordMissingTitle = "Record not found";
export const domainRecordMissing =
  "The TXT record was not found yet. New DNS records can take up to a day to appear; check again later.";
export const domainUnreachable = "The domain's DNS servers did not answer. Check again in a few minutes.";
export const emailDomains = "domains";
export const scimTokens = "SCIM tokens";
export const scimTokenDaysInvalid = "Enter a whole number of days from 1 to 365.";
export const scimRoleOwner = "A group of a directory cannot give the role of an owner.";
export const closingDiffers =
  "The owner who asked chose something else for the balance. Choose the same, or reject the request. Nothing was closed.";
/** Stands for the name of an organisation that was closed. */
export const closedOrganisation = "Closed organisation";
export const issuerInvalid = "Enter the issuer's https address, such as https://login.example.com.";
export const issuerUnusable =
  "We could not read this provider's OpenID Connect configuration. Check the address; it must be reachable from the internet.";
export const clientIdRequired = "Enter the client ID that your identity provider shows.";
export const clientSecretRequired = "Enter the client secret that your identity provider shows.";
export const ssoNeedsDomain = "Verify a domain first.";
export const ssoNeedsExemptOwner = "Choose an owner who has a passkey, so that you are not locked out.";
export const ssoRequiredTitle = "Use your organisation's sign-in";
export const ssoRequired = "{organisation} requires its own sign-in for this email address.";
export const lastExemptPasskeyTitle = "Keep this passkey";
export const lastExemptPasskey =
  "You are the owner who can sign in to {organisation} without single sign-on, and this is your last passkey. Add another passkey first, or choose another owner under Organisation → Security.";
export const incompleteTitle = "This organisation can't make checks yet";
export const incomplete =
  "An owner or admin first adds its {missing} under Organisation → Settings. Nothing was charged.";
