import { type Theme, themeCookieName, themes } from "@idanimo/contract/theme";
import { sharedCookieName, sharedCookieValue } from "@idanimo/contract/shared-computer";

/**
 * Everything the product stores in a browser: each key and its shape. A value that does not match its shape is
 * treated as absent. Never a password, code, token, identity number or anything about a subject.
 */

const secureAttribute = () => (location.protocol === "https:" ? "; Secure" : "");

const readCookie = (name: string) =>
  tryOrUndefined(() =>
    document.cookie
      .split("; ")
      .find((cookie) => cookie.startsWith(`${name}=`))
      ?.slice(name.length + 1),
  );

/**
 * Whether the user said at sign-in that others use this computer too. Then storage lasts only as long as the tab.
 * The server reads the same session cookie [T-19].
 */
export const sharedComputer = {
  get: (): boolean => readCookie(sharedCookieName) === sharedCookieValue,
  set: (shared: boolean): void => {
    const life = shared ? "" : "; Max-Age=0";
    document.cookie = `${sharedCookieName}=${sharedCookieValue}; Path=/; SameSite=Lax${life}${secureAttribute()}`;
  },
};

export type StorageItem<Value> = {
  readonly key: string;
  readonly get: () => Value | undefined;
  readonly set: (value: Value) => void;
  readonly remove: () => void;
};

/** A typed storage item. If the storage is full or blocked, it works as if empty. */
function storageItem<Value>(
  key: string,
  read: (text: string) => Value | undefined,
  write: (value: Value) => string,
  /** Use the tab's own storage, which is deleted when the tab closes. */
  perTab = false,
): StorageItem<Value> {
  // read at each use: a browser may throw on access to the object itself
  const storageArea = () => (perTab || sharedComputer.get() ? sessionStorage : localStorage);
  return {
    key,
    get: () => {
      const text = tryOrUndefined(() => storageArea().getItem(key));
      return text === null || text === undefined ? undefined : tryOrUndefined(() => read(text));
    },
    set: (value) => void tryOrUndefined(() => storageArea().setItem(key, write(value))),
    remove: () => void tryOrUndefined(() => storageArea().removeItem(key)),
  };
}

function tryOrUndefined<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    // private windows and full disks reject storage; the product works without it
    return undefined;
  }
}

const patternItem = (key: string, pattern: RegExp, perTab = false) =>
  storageItem<string>(
    key,
    (text) => (pattern.test(text) ? text : undefined),
    (value) => value,
    perTab,
  );

const choiceItem = <Value extends string>(key: string, choices: readonly Value[], perTab = false) =>
  storageItem<Value>(
    key,
    (text) => choices.find((known) => known === text),
    (value) => value,
    perTab,
  );

type StringRecord = Readonly<Record<string, string>>;

function stringMembers(value: unknown): StringRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

const themeItem = /* @__PURE__ */ choiceItem<Theme>("theme", themes);
/** The theme that the user chose. Pages that the server renders read it from a cookie [LAND-21]. */
export const storedTheme: StorageItem<Theme> = {
  ...themeItem,
  set: (theme) => {
    themeItem.set(theme);
    syncThemeCookie();
  },
  remove: () => {
    themeItem.remove();
    syncThemeCookie();
  },
};
/** Browsers keep cookies for at most 400 days. */
const themeCookieSeconds = 400 * 86_400;

/** Syncs the theme's cookie with the stored theme: sets a missing one and removes a stale one. */
export function syncThemeCookie(): void {
  const theme = themeItem.get();
  if (readCookie(themeCookieName) === theme) return;
  const life = theme === undefined ? "; Max-Age=0" : sharedComputer.get() ? "" : `; Max-Age=${themeCookieSeconds}`;
  tryOrUndefined(
    () => (document.cookie = `${themeCookieName}=${theme ?? ""}; Path=/; SameSite=Lax${life}${secureAttribute()}`),
  );
}

/** A marketing click id from a landing link; an opaque label [T-20]. */
export const clickIdPattern = /^[A-Za-z0-9_-]{1,64}$/;
export const storedClickId = /* @__PURE__ */ patternItem("CLICK_ID", clickIdPattern);

export const storedCurrency = /* @__PURE__ */ choiceItem("currencyCheck", ["NGN", "USD"]);
/** The payment method chosen last here; the wizard starts with that of the last purchase [SESSION-15 C-14]. */
export const storedPaymentType = /* @__PURE__ */ choiceItem("paymentType", ["WALLET", "INSTANT"]);
/** The purchase in this tab, so that a reload continues it. Two tabs may have two purchases. */
export const storedSessionCode = /* @__PURE__ */ patternItem("sessionCode", /^[A-Za-z0-9_-]{22}$/, true);
/** The organisation for which this tab acts. */
export const storedOrganisation = /* @__PURE__ */ patternItem(
  "organisation",
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  true,
);
/** Set while this tab is in test mode. */
export const storedTestMode = /* @__PURE__ */ choiceItem("testMode", ["on"], true);
/** Set when the tab returned to the own account because its user is no member of the organisation any more. */
export const storedOrganisationLost = /* @__PURE__ */ choiceItem("organisationLost", ["yes"], true);
/** An opened invitation to an organisation, until it is accepted. Only the account with the invited email can use it. */
export const storedInvitation = /* @__PURE__ */ patternItem("invitation", /^[A-Za-z0-9_-]{43}$/, true);
/** The label of the push subscription; not a credential. */
export const storedClientToken = /* @__PURE__ */ patternItem("clientToken", /^[\w:.-]{1,512}$/);
/** Set when the user wants notices without sound, and when they have been asked once about notices on this device. */
export const storedQuietNotices = /* @__PURE__ */ choiceItem("quietNotices", ["yes"]);
export const storedPushAsked = /* @__PURE__ */ choiceItem("pushAsked", ["yes"]);
/** Names of the history columns that the user has hidden. */
export const storedHistoryHiddenColumns = /* @__PURE__ */ patternItem("hiddenColumns", /^[a-z ]{1,60}$/);
/** Set when the user has turned off keyboard shortcuts. */
export const storedKeyboardShortcuts = /* @__PURE__ */ choiceItem("slashKey", ["off"]);
/** The provider of a sign-in, for the welcome message of the next document in this tab [ERR-14 ERR-15]. */
export const storedSocialSignIn = /* @__PURE__ */ choiceItem("letInBy", ["google", "facebook"], true);
export const storedIpAddress = /* @__PURE__ */ patternItem("IpAddress", /^[0-9A-Fa-f.:]{2,45}$/);

/** Who seems to be signed in, for rendering before the server responds. Names and preferences; no credential. */
export type SignedInHint = {
  readonly isAuthenticated: true;
  readonly firstName: string;
  readonly lastName: string;
  /** URL of the user's own picture; the server returns it to no other user. */
  readonly profileImageLocation?: string;
  /** The latest end of the session, ISO 8601. */
  readonly expirationDate: string;
};
export const storedSignedInHint = /* @__PURE__ */ storageItem<SignedInHint>(
  "root",
  (text) => {
    const value: unknown = JSON.parse(text);
    const flat = stringMembers(value);
    const isAuthenticated =
      typeof value === "object" && value !== null && "isAuthenticated" in value && value.isAuthenticated === true;
    const expirationDate = flat?.["expirationDate"] ?? "";
    if (!isAuthenticated || !(Date.parse(expirationDate) > Date.now())) return undefined;
    return {
      isAuthenticated,
      firstName: flat?.["firstName"] ?? "",
      lastName: flat?.["lastName"] ?? "",
      ...(flat?.["profileImageLocation"] && { profileImageLocation: flat["profileImageLocation"] }),
      expirationDate,
    };
  },
  (value) => JSON.stringify(value),
);

/** Whether the stored session hint has expired [SESSION-07]. */
export function signInHasExpired(): boolean {
  const storage = sharedComputer.get() ? sessionStorage : localStorage;
  const stored = tryOrUndefined(() => stringMembers(JSON.parse(storage.getItem(storedSignedInHint.key) ?? "null")));
  return Date.parse(stored?.["expirationDate"] ?? "") <= Date.now();
}

/** Milliseconds since 1970: the last activity, and the last one reported to the server, in any tab of this browser. */
export type Activity = { readonly lastActiveAtMs: number; readonly reportedAtMs: number };
export const storedActivity = /* @__PURE__ */ storageItem<Activity>(
  "activity",
  (text) => {
    const [last, reported] = text.split(" ").map(Number);
    return Number.isFinite(last) && Number.isFinite(reported)
      ? { lastActiveAtMs: last ?? 0, reportedAtMs: reported ?? 0 }
      : undefined;
  },
  ({ lastActiveAtMs: last, reportedAtMs: reported }) => `${last} ${reported}`,
);

const draftMaxAgeMs = 30 * 60_000;

/** A draft of a sign-up form: listed fields only, expires after 30 minutes [T-19]. */
function draftItem<Name extends string>(
  key: string,
  names: readonly Name[],
): StorageItem<Readonly<Partial<Record<Name, string>>>> {
  return storageItem(
    key,
    (text) => {
      const value: unknown = JSON.parse(text);
      const flat = stringMembers(value);
      if (!flat || !(Date.parse(flat["savedAt"] ?? "") > Date.now() - draftMaxAgeMs)) return undefined;
      return pickMembers(flat, names);
    },
    (value) => JSON.stringify({ ...pickMembers(value, names), savedAt: new Date().toISOString() }),
  );
}

function pickMembers<Name extends string>(
  from: Readonly<Partial<Record<string, string>>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = from[name];
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Stored after either registration; `id` identifies the activation that waits for its code. */
export const storedSignUpDraft = /* @__PURE__ */ draftItem("formData", [
  "firstName",
  "lastName",
  "email",
  "phoneNumber",
  "id",
]);
export const storedBusinessDraft = /* @__PURE__ */ draftItem("businessFormData", [
  "businessName",
  "rcNumber",
  "officeAddress",
  "designation",
  "firstName",
  "lastName",
  "email",
  "phoneNumber",
]);

/** Removes expired drafts from the storage; reading alone would leave them there [T-19]. */
export function removeExpiredDrafts(): void {
  for (const stored of [storedSignUpDraft, storedBusinessDraft]) if (!stored.get()) stored.remove();
}

/** Scroll positions of this tab's pages, by random keys of their history entries. */
export const storedScrollPositions = /* @__PURE__ */ storageItem<Readonly<Record<string, number>>>(
  "scrolls",
  (text) => {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
    );
  },
  (value) => JSON.stringify(value),
  true,
);

/**
 * Why a session ended here, for the sign-in page that opens next in this tab and deletes it at once. The email is
 * that of the user whose idle page was closed, never on a shared computer.
 */
export type SignOutNotice = { readonly why: "idle" | "ended"; readonly email: string };
export const storedSignOutNotice = /* @__PURE__ */ storageItem<SignOutNotice>(
  "signedOut",
  (text) => {
    const flat = stringMembers(JSON.parse(text));
    const why = (["idle", "ended"] as const).find((known) => known === flat?.["why"]);
    return why && { why, email: flat?.["email"] ?? "" };
  },
  (value) => JSON.stringify(value),
  true,
);

/** When a page of this tab was left last, in milliseconds since 1970; on shared computers only. */
export const storedLeftAt = /* @__PURE__ */ patternItem("leftAt", /^\d{13}$/, true);

/** Deletes what was stored before the user said that the computer is shared: it may belong to another user. */
export function clearPersistentStorage(): void {
  tryOrUndefined(() => localStorage.clear());
  syncThemeCookie();
  rememberedEmail.remove();
}

/**
 * Deletes everything at the end of a session. The cookie with the remembered email stays [C-31], and so does an
 * opened invitation: its user may have to sign in with another account.
 */
export function clearAllStorage(): void {
  const invitation = storedInvitation.get();
  tryOrUndefined(() => localStorage.clear());
  tryOrUndefined(() => sessionStorage.clear());
  if (invitation !== undefined) storedInvitation.set(invitation);
  syncThemeCookie();
}

const rememberedEmailCookie = "rememberedEmail";
const sevenDaysSeconds = 7 * 86_400;

/** The email that the user asked to remember on this device, for seven days. */
export const rememberedEmail = {
  get: (): string => tryOrUndefined(() => decodeURIComponent(readCookie(rememberedEmailCookie) ?? "")) ?? "",
  set: (email: string): void => {
    document.cookie = `${rememberedEmailCookie}=${encodeURIComponent(email)}; Max-Age=${sevenDaysSeconds}; Path=/login; SameSite=Strict${secureAttribute()}`;
  },
  remove: (): void => {
    document.cookie = `${rememberedEmailCookie}=; Max-Age=0; Path=/login; SameSite=Strict`;
  },
};
