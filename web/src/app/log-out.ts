import { unsubscribePush } from "../lib/unsubscribe-push.ts";
import { signOut } from "../lib/sign-out.ts";

/** What the bar's "Logout" and the strip's "Leave" do. */
export async function logOut(): Promise<void> {
  await unsubscribePush();
  await signOut("/");
}
