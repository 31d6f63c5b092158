/** What a setting was when it could not be used; `message` is one sentence that names the setting. */
export class SettingError extends Error {}
