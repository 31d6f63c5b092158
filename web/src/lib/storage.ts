import { type Theme, themeCookieName, themes } from "@idanimo/contract/theme";
import { sharedCookieName, sharedCookieValue } from "@idanimo/contract/shared-computer";

/**
 * Everything the product keeps in a browser. Each key, its shape and what may stand in it is written here and nowhere else. What
 * does not fit its shape is treated as absent. Never a password, code, token, identity number or anything about a person looked
 * up. Source: A§3, design 3.
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
 * Whether somebody has said, at the sign-in, that others use this computer as well. Then nothing is kept for longer than a tab is
 * open. The server reads the same cookie; it ends with the browser. Source: T-19.
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

/** One key. Storage that is full or forbidden by the browser behaves as if empty. */
function storageItem<Value>(
  key: string,
  read: (text: string) => Value | undefined,
  write: (value: Value) => string,
  /** The storage of this tab alone, gone when it closes. */
  perTab = false,
): StorageItem<Value> {
  // asked for at each use: a browser may refuse the very object
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
    // private windows and full disks refuse storage; the product works without
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
/** The theme that the reader chose. Pages that the server draws read it from a cookie. Source: LAND-21. */
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
/** Browsers keep no cookie for longer than 400 days. */
const themeCookieSeconds = 400 * 86_400;

/** Brings the theme's cookie to what is stored: one that was stored elsewhere, or is forgotten by now, is none any more. */
export function syncThemeCookie(): void {
  const theme = themeItem.get();
  if (readCookie(themeCookieName) === theme) return;
  const life = theme === undefined ? "; Max-Age=0" : sharedComputer.get() ? "" : `; Max-Age=${themeCookieSeconds}`;
  tryOrUndefined(
    () => (document.cookie = `${themeCookieName}=${theme ?? ""}; Path=/; SameSite=Lax${life}${secureAttribute()}`),
  );
}

/** A marketing click id that came with a landing link; an opaque label. Source: A§2, T-20. */
export const clickIdPattern = /^[A-Za-z0-9_-]{1,64}$/;
export const storedClickId = /* @__PURE__ */ patternItem("CLICK_ID", clickIdPattern);

export const storedCurrency = /* @__PURE__ */ choiceItem("currencyCheck", ["NGN", "USD"]);
/** How a purchase was last wanted to be paid; the choice on the screen starts empty all the same. Source: SESSION-15, C-14. */
export const storedPaymentType = /* @__PURE__ */ choiceItem("paymentType", ["WALLET", "INSTANT"]);
/** The purchase this tab is about, so that a reload goes on with it. Two tabs may be about two purchases. */
export const storedSessionCode = /* @__PURE__ */ patternItem("sessionCode", /^[A-Za-z0-9_-]{22}$/, true);
/** The push subscription's own label; not a credential of the account. */
export const storedClientToken = /* @__PURE__ */ patternItem("clientToken", /^[\w:.-]{1,512}$/);
/** Kept when a person wants notices to come without a sound, and when they have been asked once about notices on this device. */
export const storedQuietNotices = /* @__PURE__ */ choiceItem("quietNotices", ["yes"]);
export const storedPushAsked = /* @__PURE__ */ choiceItem("pushAsked", ["yes"]);
/** Columns of the history that a person left out: their names alone. */
export const storedHistoryHiddenColumns = /* @__PURE__ */ patternItem("hiddenColumns", /^[a-z ]{1,60}$/);
/** Kept when a person does not want "/" to go to the search: somebody who speaks to the device may not mean it. Source: WCAG 2.1.4. */
export const storedSlashShortcut = /* @__PURE__ */ choiceItem("slashKey", ["off"]);
/** Who has just let somebody in, for the next document of this tab to say so. Source: ERR-14, ERR-15. */
export const storedSocialSignIn = /* @__PURE__ */ choiceItem("letInBy", ["google", "facebook"], true);
export const storedIpAddress = /* @__PURE__ */ patternItem("IpAddress", /^[0-9A-Fa-f.:]{2,45}$/);

/** Who seems to be signed in, for what is drawn before the server answers. Names and preferences; proves nothing. */
export type SignedInHint = {
  readonly isAuthenticated: true;
  readonly firstName: string;
  readonly lastName: string;
  /** Address of the person's own picture; it answers to nobody else. */
  readonly profileImageLocation?: string;
  /** When the sign-in ends at the latest, ISO 8601. */
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

/** Whether a sign-in is remembered here whose last moment has passed. Source: SESSION-07. */
export function signInHasExpired(): boolean {
  const place = sharedComputer.get() ? sessionStorage : localStorage;
  const kept = tryOrUndefined(() => stringMembers(JSON.parse(place.getItem(storedSignedInHint.key) ?? "null")));
  return Date.parse(kept?.["expirationDate"] ?? "") <= Date.now();
}

/** Milliseconds since 1970: when somebody was last there, and when the server last heard of it, in any page of this browser. */
export type Activity = { readonly lastActiveAtMs: number; readonly reportedAtMs: number };
export const storedActivity = /* @__PURE__ */ storageItem<Activity>(
  "activity",
  (text) => {
    const [last, told] = text.split(" ").map(Number);
    return Number.isFinite(last) && Number.isFinite(told)
      ? { lastActiveAtMs: last ?? 0, reportedAtMs: told ?? 0 }
      : undefined;
  },
  ({ lastActiveAtMs: last, reportedAtMs: told }) => `${last} ${told}`,
);

const draftMaxAgeMs = 30 * 60_000;

/** A sign-up form left half filled in: named fields only, gone after 30 minutes. Source: A§2, T-19. */
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
  const kept: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = from[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

/** Kept after either registration; `id` names the activation that waits for its code. */
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

/** Takes drafts that have ended out of the browser; reading alone would leave them lying there. Source: T-19. */
export function removeExpiredDrafts(): void {
  for (const kept of [storedSignUpDraft, storedBusinessDraft]) if (!kept.get()) kept.remove();
}

/** How far down the pages of this tab were left, by random names of their places in its history. */
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
 * Why a sign-in ended here, for the sign-in page that opens next in this tab and forgets it at once. The email is that of the
 * person whose quiet page was closed, never on a shared computer.
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

/** When a page of this tab was left last, in milliseconds since 1970; on shared computers alone. */
export const storedLeftAt = /* @__PURE__ */ patternItem("leftAt", /^\d{13}$/, true);

/** Takes what was stored before somebody said that the computer is shared out of the browser: it may be of anybody. */
export function clearPersistentStorage(): void {
  tryOrUndefined(() => localStorage.clear());
  syncThemeCookie();
  rememberedEmail.remove();
}

/** Forgets everything at the end of a sign-in. The cookie with the remembered e-mail stays. Source: A§4, C-31. */
export function clearAllStorage(): void {
  tryOrUndefined(() => localStorage.clear());
  tryOrUndefined(() => sessionStorage.clear());
  syncThemeCookie();
}

const rememberedEmailCookie = "rememberedEmail";
const sevenDaysSeconds = 7 * 86_400;

/** The e-mail a person asked to be remembered on this device, for seven days. Source: A§3. */
export const rememberedEmail = {
  get: (): string => tryOrUndefined(() => decodeURIComponent(readCookie(rememberedEmailCookie) ?? "")) ?? "",
  set: (email: string): void => {
    document.cookie = `${rememberedEmailCookie}=${encodeURIComponent(email)}; Max-Age=${sevenDaysSeconds}; Path=/login; SameSite=Strict${secureAttribute()}`;
  },
  remove: (): void => {
    document.cookie = `${rememberedEmailCookie}=; Max-Age=0; Path=/login; SameSite=Strict`;
  },
};
