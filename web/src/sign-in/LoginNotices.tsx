import { resetLinkMinutes } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";
import { useEffect } from "react";
import { SocialReturnNotice } from "../features/social/SocialReturnNotice.tsx";
import { replaceUrl } from "../lib/router.ts";
import type { SignedInHint } from "../lib/storage.ts";
import { LinkButton } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import type { Tone } from "../ui/tone.ts";
import type { NoticeName } from "./arrival-notice.ts";

export type LoginNoticesProps = {
  /** How the redirect to a provider ended, from the URL. */
  readonly social: string;
  readonly arrival: NoticeName | undefined;
  /** Who seems to be signed in here. */
  readonly signedInHint: SignedInHint | undefined;
};

type NoticeContent = { readonly tone: Tone; readonly title: string; readonly text: string };
const noticeContents: Readonly<Record<NoticeName, NoticeContent>> = {
  idle: { tone: "info", title: texts.signedOutIdleTitle, text: texts.signedOutIdle },
  ended: { tone: "info", title: texts.signedOutEndedTitle, text: texts.signedOutEnded },
  reset_sent: {
    tone: "success",
    title: texts.resetSent,
    text: `Open the link within ${resetLinkMinutes} minutes. Can't find the email? Check your spam folder.`,
  },
  reset_done: {
    tone: "success",
    title: texts.resetSuccessful,
    text: "Sign in with your new password. We signed you out on all devices.",
  },
};

/** Notices above the login form. Most users see none, so they are not part of the main bundle. */
export function LoginNotices({ social, arrival, signedInHint: known }: LoginNoticesProps) {
  useEffect(() => {
    // shown once: a reload must not show it again
    if (social) replaceUrl("/login");
  }, [social]);
  return (
    <>
      {arrival && (
        <Notice tone={noticeContents[arrival].tone} announce title={noticeContents[arrival].title}>
          {noticeContents[arrival].text}
        </Notice>
      )}
      {social && <SocialReturnNotice social={social} />}
      {known && (
        <Notice
          tone="info"
          title={`You are signed in${formatAsName(known)}.`}
          actions={
            <LinkButton size="small" href="/main-dashboard">
              Go to dashboard
            </LinkButton>
          }
        >
          Not you? Sign in below.
        </Notice>
      )}
    </>
  );
}

function formatAsName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) {
  const name = `${firstName} ${lastName}`.trim();
  return name && ` as ${name}`;
}
