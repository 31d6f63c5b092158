import type { Account } from "../accounts-elsewhere.ts";
import { type Html, html } from "./html.ts";

type Picker = {
  /** The provider's name, as a person knows it. */
  readonly provider: string;
  readonly accounts: readonly Account[];
  /** Where the form goes; absent where a script listens to the buttons instead. */
  readonly action?: string;
  /** What the page's script needs, as `data-` attributes. */
  readonly data?: Readonly<Record<string, string>>;
  /** Inside a small card of somebody else's page. */
  readonly small?: boolean;
};

/** The page on which a person picks a made-up account, or leaves. The buttons are called `account` and `cancel`. */
export function accountPicker({ provider, accounts, action, data = {}, small = false }: Picker): Html {
  const form = action === undefined ? undefined : html`method="post" action="${action}"`;
  const values = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
  return html`<main class="${small ? "picker small" : "picker"}" ${values}>
    <p class="notice waiting"><strong>Pretend ${provider}.</strong> Nobody here exists.</p>
    <h1>${small ? `Continue with ${provider}` : `Choose a ${provider} account`}</h1>
    <form ${form}>
      <ul class="accounts">
        ${accounts.map(
          ({ id, firstName, lastName, email, says }) =>
            html`<li>
              <button class="account" name="account" value="${id}">
                <span class="initial" aria-hidden="true">${firstName.slice(0, 1)}</span>
                <span class="who">
                  <strong>${firstName} ${lastName}</strong>
                  <span class="quiet">${email ?? "no mail address"}</span>
                  ${!small && html`<span class="quiet">${says}</span>`}
                </span>
              </button>
            </li>`,
        )}
      </ul>
      <p><button class="button small" name="cancel" value="1">${small ? "Not now" : "Cancel"}</button></p>
    </form>
  </main>`;
}
