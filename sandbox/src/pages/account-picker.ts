import type { SocialAccount } from "../social-accounts.ts";
import { type Html, html } from "./html.ts";

type AccountPickerProps = {
  /** The provider's name for the user. */
  readonly provider: string;
  readonly accounts: readonly SocialAccount[];
  /** Target of the form; absent if a script handles the buttons instead. */
  readonly action?: string;
  /** Data for the page's script, as `data-` attributes. */
  readonly data?: Readonly<Record<string, string>>;
  /** Inside a small card of another site's page. */
  readonly small?: boolean;
};

/**
 * The page on which a user picks a fictitious account, or cancels. The buttons are called `account` and `cancel`.
 */
export function renderAccountPicker({
  provider,
  accounts,
  action,
  data = {},
  small = false,
}: AccountPickerProps): Html {
  const form = action === undefined ? undefined : html`method="post" action="${action}"`;
  const values = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
  const cancel = html`<button class="button small" name="cancel" value="1">${small ? "Not now" : "Cancel"}</button>`;
  return html`<main class="${small ? "picker small" : "picker"}" ${values}>
    ${!small && html`<p class="notice waiting"><strong>Pretend ${provider}.</strong> These accounts are fictitious.</p>`}
    <form ${form}>
      <div class="head">
        <h1>${small ? `Pretend ${provider}` : `Choose a ${provider} account`}</h1>
        ${small && cancel}
      </div>
      <ul class="accounts">
        ${accounts.map(
          ({ id, firstName, lastName, email, says }) =>
            html`<li>
              <button class="account" name="account" value="${id}">
                <span class="initial" aria-hidden="true">${firstName.slice(0, 1)}</span>
                <span class="who">
                  <strong>${small && "Continue as "}${firstName} ${lastName}</strong>
                  <span class="quiet">${email ?? "no mail address"}</span>
                  ${!small && html`<span class="quiet">${says}</span>`}
                </span>
              </button>
            </li>`,
        )}
      </ul>
      ${!small && html`<p>${cancel}</p>`}
    </form>
  </main>`;
}
