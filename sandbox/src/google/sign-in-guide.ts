import { type Html, html } from "../pages/html.ts";

/** The section of the home page about social sign-in. */
export const signInGuide: Html = html`<section aria-labelledby="google">
  <h2 id="google">Sign in with Google or Facebook</h2>
  <p>
    Their windows and pages let you pick a made-up account: an ordinary one, one with the mail address of the example
    account, one whose address was never confirmed (Google), and one without an address. Cancel leaves without one.
  </p>
  <p>
    Google’s small card appears on the product’s sign-in page by itself, as it does for everybody who is signed in to
    Google. End the session to do without it.
  </p>
  <form class="actions" method="post" action="/google/session">
    <button class="button small">Begin a Google session</button>
    <button class="button small" name="end" value="1">End it</button>
  </form>
</section>`;
