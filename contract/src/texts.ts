import { brand } from "./brand.ts";

/**
 * Every sentence that both server and web use. Words that the specification fixes are literal; the others are ours
 * and say what happened, whether money moved, and what to do. `{placeholders}` are filled by the caller. Use
 * `import * as texts` and `texts.name`, so that a page ships only those it uses.
 */
// names of the product's screens and features
export const tagline = "Your one-stop shop for identity verification";
export const verifyIdentity = "Verify Identity";
export const getStarted = "GET STARTED";
export const wizardTitle = "Identity Verification Service";
export const userWallet = "User Wallet";
export const proceedToPayment = "Proceed to Payment";
export const verificationResult = "Verification Result";
export const goBack = "Go back";
export const awaitingConsentTitle = "Awaiting consent...";
export const awaitingConsentSpinner = "Awaiting Consent...";
export const returnToDashboard = "Return to Dashboard";
export const verificationHistory = "Verification History";
export const transactionLogs = "Transaction Logs";
export const inProgressTitle = "Verification in progress";
export const inProgress = "Please Wait";
export const disclaimerTitle = "Disclaimer";
// any call
export const errorTitle = "Error";
export const badInput = "Nothing was sent and nothing was charged. Fix the highlighted fields and try again.";
export const referenceTaken = "That reference is already in use. Try again.";
export const idempotencyKeyInvalid = "Send 1 to 200 letters, digits or symbols.";
export const searchPageInvalid = "Use `after` to get more pages of a search.";
export const fieldMissing = "This is missing.";
export const fieldUnknown = "There is no field with this name.";
/** For a field without a text of its own: what it accepts. */
export const fieldTypeInvalid = "Send {kind} here.";
export const fieldValueInvalid = "Send one of these: {values}.";
export const fieldTooLong = "Use at most {most} characters.";
export const fieldTooShort = "Use at least {least} characters.";
export const fieldTooLarge = "Send at most {most}.";
export const fieldTooSmall = "Send at least {least}.";
export const fieldMalformed = "The format is not valid.";
export const unreadableCharacter =
  "This contains a character that cannot be shown. Type the text instead of pasting it.";
export const notSignedIn = "You are signed out. Nothing was charged. Sign in to continue.";
export const crossSite = "This request came from another site, so we blocked it. Nothing was charged.";
export const notFound = "We could not find that.";
export const methodNotAllowed = "This address does not accept this kind of request. Nothing was done.";
export const tooLarge = "This is too large. Nothing was charged. Send something smaller.";
export const unsupportedMedia = "Only JSON is accepted here. Nothing was done.";
export const sameKeyOtherBody = "This key was already used for another request. Nothing was charged again.";
export const sameKeyInFlight =
  "The same request is already in progress. You won't be charged twice. Wait a moment and try again.";
export const tooManyRequests = "Too many attempts. Nothing was charged. Wait {wait} and try again.";
/** For an error without a request id, such as one from a proxy. */
export const unexpectedWithoutRequestId =
  "Something went wrong on our side. If you paid, your money is safe. Try again in a moment.";
export const unexpected = `${unexpectedWithoutRequestId} Reference {requestId}.`;
export const unavailable = "We are very busy. Nothing was charged. Try again in a moment.";
/** Instead of the text above if something is only read, perhaps after it was paid for. */
export const unavailableTryAgain = "We are very busy. Try again in a moment.";
export const unconfirmed =
  "The connection was lost, so this may already be done. Try again. You won't be charged twice.";
export const noResponse = "No response received from the server";
export const requestNotBuilt = "Error setting up the request";
// accounts
export const firstNameRequired = "Please enter your first name";
export const lastNameRequired = "Please enter your last name";
export const emailRequired = "Please enter your email";
export const emailInvalid = "Invalid email format";
export const passwordRequired = "Please enter your password";
export const passwordTooShort = "Password must be 8 characters or more";
export const passwordTooLong = "Password must be 128 characters or fewer";
export const passwordNeedsCapital = "Password must contain at least one capital letter";
export const passwordNeedsLowercase = "Password must contain at least one lowercase letter";
export const passwordNeedsNumber = "Password must contain at least one number";
export const passwordNeedsSpecial = "Password must contain at least one special character";
export const termsChanged = "Our terms have changed. Reload this page, read them, and send the form again.";
export const passwordLeaked = "This password is on a list of stolen passwords. Choose another one.";
export const passwordsDiffer = "Passwords do not match";
export const designationRequired = "Please enter your Designation";
export const businessNameRequired = "Please enter your business name";
export const rcNumberRequired = "Please enter your RC number";
export const officeAddressRequired = "Please enter your office address";
export const accountNinRequired = "Please enter your National Identification Number (NIN)";
export const accountNinLength = "NIN must be 11 characters";
export const onlyNumbers = "Please enter only numbers";
export const phoneInvalid = "Please enter a full phone number";
export const loggingIn = "Logging in...";
/** Why the sign-in page opened. */
export const signedOutIdleTitle = "You were signed out";
export const signedOutIdle =
  "You were inactive, so we signed you out to protect your account. Checks you've paid for will continue.";
export const signedOutEndedTitle = "Your session has ended";
export const signedOutEnded = "Sign in to continue. Checks you've paid for will continue.";
export const signInSlow = "Signing in is taking longer than usual";
export const signInSlowNext =
  "We are still trying. Wait a moment, or check your connection, reload this page and sign in again.";
export const captchaFailed = "The security check has expired. Wait for it to finish again, then try again.";
export const otpSentTo = "Enter the OTP sent to";
export const otpForContinuation = "for continuation";
export const verifyOtp = "Verify OTP";
export const resendCode = "Resend Code";
export const codeWrong = "OTP verification failed";
export const codeEnded = "This code has expired. Ask for a new one.";
export const codeSent = "OTP Sent Successfully";
export const codeResendFailed = "OTP Resend failed";
export const codeSendError = "Error sending OTP";
export const resendTooSoon = "We just sent a code. You can ask for another one in {wait}.";
export const incorrectCredentials = "Incorrect email or password";
export const accountNotActivated = "Your account isn't activated yet. We have sent you a new code.";
export const ipAddressMissing =
  "Error 406: Not Acceptable. We're sorry, but the server cannot fulfill your request at this time. Try again later";
export const loginFailed = "Login Failed";
export const signUpFailed = "An error occurred while signing up";
export const signUpFailedLong = "An error occurred while signing up. Try again later";
export const addressRequired = "Please enter your address";
// social sign-in
export const googleFailed = "Google login failed. Please try again.";
export const googleSuccessful = "Google login successful!";
export const facebookCancelled = "Facebook login was cancelled or failed.";
export const facebookFailed = "Facebook login failed. Please try again.";
export const facebookSuccessful = "Facebook login successful!";
export const socialNetworkError = "Network error. Please check your connection.";
export const socialNoToken = "Login failed";
export const socialRefused =
  "We could not confirm who you are, so you are not signed in. Try again, or sign in with your password.";
export const socialNoEmail =
  "Your {provider} account has no confirmed email, so we can't sign you in with it. Sign up with your email.";
export const socialNotOffered = "You can't sign in with {provider} here. Sign in with your email.";
// forgotten and changed passwords
export const resetButton = "Reset";
export const validEmailRequired = "Please enter a valid email address";
export const resetSent = "Password reset instructions sent to your email";
export const userDoesNotExist = "user does not exist";
export const forgotFailed = "Failed to reset password";
export const forgotFailedTryAgain = "Failed to reset password. Please try again.";
export const resetSuccessful = "Reset password Successful";
export const resetLinkInvalid = "Invalid Reset Password Link";
export const resetFailed = "Reset password Failed";
export const samePassword = "Old password and new password cannot be the same.";
export const newPasswordsDiffer = "New password and confirm password do not match.";
export const passwordUpdated = "Password Update Successful";
export const incorrectOldPassword = "incorrect old password";
export const incorrectPassword = "This password is wrong.";
export const changePassword = "Change Password";
export const signInAgain = "To change how you sign in, sign in again first. Nothing was changed.";
export const confirmLinkInvalid = "This link has expired or was already used. Sign in and ask for a new one.";
export const confirmLinkInvalidSignedIn =
  "This link has expired or was already used. If your email is not confirmed yet, get a new link on your dashboard.";
export const accountSuspendedTitle = "Suspended";
/** What a suspension leaves possible. */
export const suspendedMay =
  "You can still sign in, read results, export your data and close the account. Checks that run will finish.";
export const suspendedMayNot = "You can't start checks, upload files or add money.";
export const accountSuspended = `This account or organisation is suspended. ${suspendedMayNot} ${suspendedMay} To answer us, write to ${brand.contactEmail}. Nothing was charged.`;
export const emailNotConfirmed = "Confirm your email first: open the link in our email. Nothing was charged.";
// second factor
export const secondFactorWrong = "That code is wrong. Check your authenticator app and try again.";
export const secondFactorEnded =
  "This sign-in took too long or had too many wrong codes. Start again with your password.";
export const totpAlreadyOn = "Your authenticator is already on. To use another one, turn it off first.";
export const passkeyRefused =
  "We don't recognise this passkey, or it took too long. You are not signed in. Try again, or use your password.";
// profile
export const personalInformation = "Personal Information";
export const businessInformation = "Business Information";
export const profileUpdated = "Successfully updated profile";
export const phoneLocked = "Your phone number is set and cannot be changed here.";
export const imageType = "Image must be a JPG or PNG file.";
export const imageTooLarge = "Image must not be larger than 2 MB.";
export const imageUnreadable = "We can't read this picture. Choose another one.";
export const businessOnly = "This is only for business accounts.";
export const pushRefused = "We can't send notifications to this device. You can still see your notices here.";
// search values
export const ninLength = "NIN must be exactly 11 digits.";
export const bvnLength = "BVN must be exactly 11 digits.";
export const bureauRequired = "At least one Credit Bereau must be selected";
export const phoneRequired = "Enter the phone number to look up.";
export const phoneNotNigerian = "Enter a Nigerian phone number of 11 digits, such as 0803 555 1122.";
export const vinLength = "VIN must be exactly 17 characters.";
export const vinLetters = "A VIN has no letter {letters}. Did you mean {digits}?";
export const plateRequired = "Enter the registration number, letters and digits only.";
export const rcRequired = "Enter the RC number.";
export const companyRequired = "Enter the business name.";
export const nameRequired = "Enter the name.";
/** The name that a requester was given. */
export const expectedFirstNameRequired = "Enter the first name.";
export const expectedLastNameRequired = "Enter the last name.";
export const dayInvalid = "Write a day as year, month and day: 2026-11-21.";
export const savedViewNameRequired = "Type a name for this view.";
export const savedViewsFull = "You have 10 saved views. Remove one first.";
export const requestLabelTooLong = "Use at most 60 characters.";
export const expectedNameTooLong = "Use at most 60 characters.";
export const expectedNameLetters = "Use letters, hyphens and apostrophes only.";
export const expectedNameNotUsed = "None of these checks can compare a name.";
export const recordHasNoName = "The record has no name to compare with.";
export const birthDateInvalid = "Enter the date of birth as DD/MM/YYYY.";
export const ageRequired = "Choose 18 or 21.";
export const scoreRequired = "Choose a score.";
export const bureauWithoutScore = "This bureau has no score. Choose CRC.";
export const genderRequired = "Choose male or female.";
export const ninEmpty = "NIN cannot be empty";
export const imageRequired = "Add the picture.";
export const csvRequired = "Please select a CSV file.";
export const csvUnreadable = "Error reading the file.";
export const csvDuplicateSkipped = "{count} was there before, so we left it out: {lines}.";
export const csvDuplicatesSkipped = "{count} were there before, so we left them out: {lines}.";
export const csvEmpty = "This file has no NINs. Put one NIN on each line.";
export const csvHeadingSkipped = "Line {line} is a heading, so we skipped it.";
export const csvOtherColumnsIgnored = "We read the NIN column and ignored the others.";
export const csvLabelsRead = "We use {columns} as the private label of each line.";
export const csvLabelTooLong = "Use at most 60 characters for the label and the staff ID together.";
export const csvLabelUnreadable = "The label has a character that cannot be read.";
export const csvColumnUnknown =
  "We found no column named NIN. Name the column with the NINs NIN, or keep only that column.";
export const csvDuplicateColumn = "More than one column is named NIN. Keep one of them.";
export const csvQuoteOpen = 'Line {line} opens a quotation mark (") that is never closed.';
export const csvLineTooLong = "Line {line} is too long.";
export const csvSeveralNumbers = "This line has more than one number. Keep only the NIN.";
export const csvNoNin = "This line has no NIN.";
export const csvLineNotNin = "This line is not about a NIN. Remove it.";
export const ninZeroLost =
  "NIN must be exactly 11 digits. If your spreadsheet removed a 0 at the start, format the column as text and add it.";
export const ninRounded = "Your spreadsheet rounded this number. Format the column as text and enter the NIN again.";
export const ninHidden = "This NIN is hidden. Enter all 11 digits.";
export const purposeRequired = "Choose your reason for this check. The person will see it.";
export const purposeNoteTooLong = "Write at most 140 characters.";
export const purposeNoteHasLink = "Write plain text, without links.";
export const nothingToVerify = "Choose what to check first. Nothing was charged.";
export const notForThisAccount = "{searchType} is for business accounts. Nothing was charged.";
/** A check that this purpose cannot buy [CL-06]. */
export const purposeNotAllowed =
  "This check is not available for that reason. Choose another reason, or another check.";
export const notOffered = "{searchType} is not offered here. Nothing was charged.";
/** Shown in place of a price. */
export const notOfferedHere = "Not offered here";
export const sourceDown = "The source for {searchType} is down, so you can't pay for it now. Try again later.";
export const askedRecently =
  "You already asked this person today. Nothing was charged. Wait for their reply or ask again tomorrow.";
export const questionLimit =
  "You already asked several different questions about this number. Nothing was charged. Try again later.";
/** A vehicle's owner, on the result of its registration number. */
export const ownerNotAskable =
  "We can't ask the owner of this vehicle: the register has no phone number for them. Nothing was charged.";
export const ownerAlreadyAsked =
  "You already asked the owner of this vehicle for another reason. You can ask the owner once per result. Nothing was charged.";
export const notSharedYet = "Not shared yet";
export const askOwner = "Ask the owner";
export const tooManyAlike = "Too many similar numbers today. Nothing was charged. Try again in {wait}.";
// money
/** For a value in a response that an older page cannot show. */
export const pageOutOfDate = "We have updated this page. Reload it to see this.";
/** The button that pays; the amount follows it after a selection [PAY-04]. */
export const payment = "Payment";
export const choosePaymentMethod = "Kindly select a payment method";
export const balanceLowTitle = "Wallet Balance Low";
export const proveFirst = "Confirm that it is you on your profile. You can then download the file for ten minutes.";
export const workUnderWay = "{what} is still in progress. Nothing was changed. Try again when it is finished.";
export const balanceLeft = "You still have {amount} in your wallet. Choose what to do with it. Nothing was changed.";
export const balanceChanged = "Your balance has changed to {amount}. Nothing was closed. Go back and choose again.";
export const closeWordWrong = "Type CLOSE in capital letters.";
export const bankNameRequired = "Bank name is required";
export const accountNumberInvalid = "Enter the ten digits of the account number.";
export const accountNameRequired = "Account name is required";
export const balanceLow = "Your wallet balance is low. Please recharge before making a payment.";
export const currencyMismatch =
  "Wallet currency doesn't match purchase currency. Please use the right currency for this transaction.";
export const amountInvalid = "Enter an amount of money, such as 1500 or 1500.50";
export const amountMismatch = "The price has changed. Nothing was charged. Check the new total, then pay.";
export const quoteEnded =
  "This price was fixed for 15 minutes and has expired. Nothing was charged. Start again to see the current price.";
export const alreadyPaid = "This is already paid. Nothing was charged again.";
export const purchaseUnpaid =
  "This check is not paid yet, so it has not started. If you have just paid, wait until your payment is confirmed.";
export const topUpTooSmall = "Minimum top-up amount is {minimum}";
export const topUpTooLarge = "You can add at most {maximum} at once. Nothing was charged.";
export const paymentNotStarted = "Failed to initialize payment";
export const paymentNotKnown =
  "We can't check this payment right now. If you paid, your money is safe and will be added automatically. Don't pay again; check again in a minute.";
export const paymentWithoutLink = "Response data does not contain a link";
export const paymentCancelled = "Payment Cancelled or Declined";
/** Money that was not credited: its amount or currency differs from the request. */
export const differentAmountTitle = "We received a different amount";
export const differentAmountTopUp =
  "We asked for {amount} and the card provider took a different amount, so it is not in your wallet yet.";
export const differentAmountPurchase =
  "We asked for {amount} and the card provider took a different amount, so this request is not paid yet.";
export const differentAmountNext =
  "Your money is safe and our team is checking it. Don't pay again for now. Write to {email} with reference {reference}: we will add the money to your wallet or return it.";
export const walletTopUp = "Wallet top up";
// consent and results, in the history and on the result page
export const consentExpired = "Verification Result or Consent expired";
export const consentDenied = "Consent Denied";
export const awaitingConsent = "Awaiting Consent";
export const rowExpired = "Expired";
export const rowNoData = "No Data Found";
export const rowViewResult = "View Result";
export const rowRefunded = "Refunded";
/** The requester stopped waiting for an answer. */
export const rowCancelled = "Cancelled";
/** A request that cost nothing and could not be done. */
export const rowNotPossible = "Not Possible";
export const rowInProgress = "In progress";
export const rowNotStarted = "Not started";
export const businessSuccessful = "Your business verification request was successful.";
export const vehicleSuccessful = "Your vehicle verification request was successful.";
/** A record whose subject granted consent. */
export const personSuccessful = "The person agreed. You can see their record for a short time.";
export const noRecordFound = "No record found";
export const sorryNoRecord = "Sorry, No record found";
/** An empty list of stakeholders [RESULT-BUSINESS-10]. */
export const noStakeholders = "We couldn't find any shareholders records based on the information you provided.";
export const unexpectedServerError = "An unexpected server error occurred.";
export const guardianRequired = "Choose who would agree for them.";
export const notAMinor = "We ask a guardian only if the person is under 18. Nothing was done and nothing was charged.";
export const testReplyRequired = "Write a reply of at most 480 characters";
export const requestOver = "This request has already ended, so nothing changed. Its page shows how it ended.";
export const reminderNotPossible =
  "No reminder was sent. Nothing was charged. You can remind each person once, an hour after the request, between 8 AM and 8 PM.";
export const askThroughGuardian = "Ask through a guardian";
/** How a request without a result ended, after its fixed text. */
export const refusedNote = "The person refused. This check isn't refundable.";
export const endedByCancellation = "You cancelled this request, so there is no result. This check isn't refundable.";
export const endedUnanswered = "They didn't reply in time, so there is no result. This check isn't refundable.";
export const endedByWithdrawal =
  "The person withdrew their consent, so we deleted the record. This check isn't refundable.";
export const endedByExpiry = "Your access to this record has ended, and we deleted it. This check isn't refundable.";
/** Shown on a result's page, in its report and in a file's results for a part that was not granted. */
export const withheldByPerson = "Not shared";
export const refundedNoContact =
  "We can't reach the person: the record has no phone number or email that works and is theirs.";
export const refundedMinor = "The person is under 18, and we don't check minors.";
export const refundedNoAnswer = "The source does not have the data needed to answer.";
export const refundedBlocked = "We can't ask this person now.";
export const refundedSource = "The check could not be completed.";
export const moneyReturned = "The money was refunded to your wallet.";
export const unexpectedServerErrorRefund = "An unexpected server error occurred. A refund has been initiated";
export const bulkCompleted = "Bulk verification completed";
export const bulkNotUsable =
  "You can't pay for this file: it has invalid lines, it was already paid for, or its 24 hours have passed. Choose the file again. Nothing was charged.";
export const bulkTooLong = "The file has too many lines. You can check at most {most} at once. Nothing was charged.";

// acts that a second person approves
export const notChangedTitle = "Nothing was changed";
export const approvalPending = "The same change is already waiting for approval. Nothing was changed.";
export const ownRequest = "You requested this yourself. Another person must approve or reject it.";
export const priceItemUnknown = "Choose an item of the price list.";
export const priceStartInvalid = "Write a day and a time in Lagos, such as 2026-12-31 18:00.";
export const priceStartPassed = "This start has passed. Choose a later one, or leave it empty.";
export const priceStartTaken = "Another planned change starts in this minute. Choose another one.";
export const priceZero = "The price must be above zero in both currencies.";
export const priceUnchanged = "The amounts are the same as before.";
export const rateTooFar = "The rate differs by more than 10% from the one before. Check it for a typing error.";
export const jobNotFailed = "This job has not failed, or it runs now. Nothing was changed.";
export const sourceUnchanged = "This source is already in that state. Nothing was changed.";
export const sourceMessageRequired = "Choose what customers read.";
export const alreadyDecided = "This was already decided. Nothing was changed.";
export const approvalEnded = "The time to approve this has passed. Nothing was changed; request it again.";
export const factsChanged =
  "What this depends on has changed since the request, so nothing was done. Check the new values and request it again.";

// the operator console
export const noteHasNumber =
  "Leave out phone and identity numbers and email addresses. This text is stored in the audit log.";
export const roleRequired = "Choose at least one role.";
export const viewReasonRequired = "Choose a reason.";
export const reasonRequired = "Write a reason.";
export const noteRequired = "Write a note.";
export const minuteInvalid = "Choose a day and a time.";
export const breachSentenceRequired = "Write what happened, in one sentence.";
export const breachNoticedInFuture = "Choose a time that has passed.";
export const breachPeriodInvalid = "Choose a time after the first one.";
export const breachNotCounted = "Who is affected is still being counted. Nothing was requested; try again in a minute.";
export const noticeTextRequired = "Write what the notice says.";
export const arrivedByRequired = "Choose how the notice arrived.";
export const arrivedOnInvalid = "Choose the day of arrival: today or a day of the last 12 months.";
export const noticeContactInvalid = "Enter a Nigerian mobile number or an email address, or leave it empty.";
export const answerRequired = "Write an answer.";
export const answerHasNumber =
  "Leave out phone and identity numbers and email addresses. An answer must not name anyone.";
export const caseEnded = "This is already closed or answered. Nothing was changed.";
export const caseErased = "What the person wrote has been deleted, so it cannot be read or answered.";
export const caseReasonNeeded = "Write why you read this first. The person gets a notice that an operator read it.";
export const assigneeUnsuitable =
  "Nothing changed. This operator is not active, or their roles do not include this work. Choose another.";
export const findValueRequired = "Enter an email, a phone number, an EA number or an id.";
export const operatorNameRequired = "Enter a name.";
export const operatorRightMissing = "Your roles do not allow this. An owner can change them.";
export const operatorLinkEnded = "This invitation link has expired or was used. Ask an owner for a new one.";
export const noExactMatch = "No exact match. Check the spelling: only complete values are found.";
export const viewLimit = "You have opened {limit} accounts today. You can open more after midnight, Lagos time.";
export const findLimit = "You have reached today's {limit} searches. They start again at midnight, Lagos time.";
export const reasonNeeded = "Choose why you look at this account first. Its owner gets a notice with the reason.";
export const suspensionReasonRequired = "Choose why the account is suspended.";
export const alreadySuspended = "This account is suspended already. Nothing was changed.";
export const notSuspended = "This account is not suspended. Nothing was changed.";
export const accountClosed = "This account is closed, so nothing was changed.";
export const notRefundable =
  "There is no charge to refund: the request has not ended, was refunded already, or the amount is more than was paid.";
export const alreadyRefunded = "This request already has a refund. Nothing was changed.";
export const secondOperatorNeeded =
  "This needs a second operator, and you are the only active one with the right. An owner can invite another.";
export const payOutClaimed = "Another operator has claimed this pay-out. Nothing was changed.";
export const payOutNotClaimed = "No operator has claimed this pay-out. Nothing was changed.";
export const payOutEnded = "This pay-out is already sent, or does not exist. Nothing was changed.";
export const operatorKnown = "An operator with this email exists already.";
export const operatorNotInvited = "This operator has finished the set-up, so there is no link.";
export const notResendable =
  "Only the newest confirmation email of an address that is not confirmed can be sent again, while its link works. Nothing was sent.";
export const noPhone = "This account has no phone number. Its owner can add one under Profile.";
export const operatorKeyLimit = "You have 5 active keys. End one of them first.";
export const lastOperatorOwner = "This is the only active owner. Make another operator an owner first.";
