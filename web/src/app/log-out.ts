import { forgetPush } from "../lib/forget-push.ts";
import { signOut } from "../lib/sign-out.ts";

/** What the bar's "Logout" and the strip's "Leave" do. */
export async function logOut(): Promise<void> {
  await forgetPush();
  await signOut("/");
}
