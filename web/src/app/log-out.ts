import { unsubscribePush } from "../lib/unsubscribe-push.ts";
import { signOut } from "../lib/sign-out.ts";

/** Signs the user out: "Logout" in the navigation bar and "Leave" in the shared-computer bar. */
export async function logOut(): Promise<void> {
  await unsubscribePush();
  await signOut("/");
}
