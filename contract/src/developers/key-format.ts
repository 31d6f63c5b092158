/**
 * How a secret looks: `idn_live_` or `idn_test_`, 40 random characters, and a checksum of 6, so that people and secret
 * scanners recognise it.
 */
export const keyAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const keyRandomLength = 40;
export const keyPattern = /^idn_(?:live|test)_[0-9A-Za-z]{46}$/;
/** The same anywhere in a text, for the log and for addresses; also a personal key of an operator. */
export const keyInText = /idn_(?:live|test|op)_[0-9A-Za-z]{8,}/g;
