/** An invalid setting; `message` is one sentence that names it. */
export class SettingError extends Error {}
