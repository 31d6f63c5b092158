/** Limits of the developer platform; the documentation lists them from here. */

/** Active keys per organisation and mode. */
export const keysMax = 20;
export const keyDaysMin = 7;
export const keyDaysMax = 365;
export const keyDaysDefault = 90;
/** How long the secret before a roll may still work, in hours. */
export const rollHoursMax = 168;
/** Address ranges per key. */
export const keyNetworksMax = 20;
/** How long before its end the owners get a notice. */
export const keyWarningDays = 14;
/** Keys in one report of a secret scanner. */
export const leakedKeysMax = 100;
