import { acceptInvitation, openInvitation } from "@idanimo/contract/organisations/organisations";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/organisations/texts";
import { useEffect, useState } from "react";
import { call, type Problem } from "../../lib/call.ts";
import { switchOrganisation } from "../../lib/switch-organisation.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { signOut } from "../../lib/sign-out.ts";
import { storedInvitation, storedOrganisation, storedSignedInHint, storedTestMode } from "../../lib/storage.ts";
import { BreakableEmail } from "../../ui/BreakableEmail.tsx";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import form from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { Fact } from "../../ui/Fact.tsx";
import { Skeleton, SkeletonLine } from "../../ui/Skeleton.tsx";
import { NextStep } from "../NextStep.tsx";
import { PageLayout } from "../PageLayout.tsx";
import styles from "./JoinPage.module.css";

type Invitation = OutputOf<typeof openInvitation>;
type Loaded = { readonly invitation: Invitation } | { readonly problem: Problem } | undefined;

/** `/join`: an invitation to an organisation, for someone who is signed in, or signs in or up first [TM-01]. */
export function JoinPage() {
  const [token] = useState(() => storedInvitation.get());
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (token === undefined) return;
    let isMounted = true;
    void loadInvitation(token).then((found) => isMounted && setLoaded(found));
    return () => {
      isMounted = false;
    };
  }, [token]);
  function retry() {
    setLoaded(undefined);
    if (token !== undefined) void loadInvitation(token).then(setLoaded);
  }

  if (token === undefined || (loaded && "problem" in loaded && isEnded(loaded.problem))) return <EndedInvitation />;
  if (loaded === undefined)
    return (
      <PageLayout title="Your invitation" lead="This takes a moment.">
        <Skeleton what="your invitation" onRetry={retry}>
          <SkeletonLine tall width="70%" />
          <SkeletonLine width="50%" />
        </Skeleton>
      </PageLayout>
    );
  if ("problem" in loaded)
    return (
      <PageLayout title="Your invitation">
        <ErrorPanel title="The invitation could not be loaded" next={problemMessage(loaded.problem)} onRetry={retry} />
      </PageLayout>
    );
  return <OpenedInvitation token={token} invitation={loaded.invitation} />;
}

async function loadInvitation(token: string): Promise<Loaded> {
  const result = await call(openInvitation, { token });
  return result.ok ? { invitation: result.value } : { problem: result.problem };
}

const isEnded = ({ code }: Problem) => code === "invitation_ended" || code === "bad_input";

function EndedInvitation() {
  // without this, the next sign-in in this tab would return here
  useEffect(() => storedInvitation.remove(), []);
  return (
    <PageLayout title="This invitation has ended" lead="Nothing was changed.">
      <NextStep isSignedIn={storedSignedInHint.get() !== undefined}>
        <p role="alert">{texts.invitationEnded}</p>
      </NextStep>
    </PageLayout>
  );
}

type OpenedProps = { readonly token: string; readonly invitation: Invitation };

function OpenedInvitation({ token, invitation }: OpenedProps) {
  const { organisationName, invitedBy, email, roles, expiresAt } = invitation;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const user = storedSignedInHint.get();

  async function join() {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    // the tab may still name an organisation that has removed this user
    storedOrganisation.remove();
    storedTestMode.remove();
    const result = await call(acceptInvitation, { token });
    if (result.ok) {
      storedInvitation.remove();
      return switchOrganisation(result.value.organisationId);
    }
    setBusy(false);
    setProblem(result.problem);
  }

  if (problem?.code === "invitation_ended") return <EndedInvitation />;
  return (
    <PageLayout title={<span className={styles.name}>{`Join ${organisationName}`}</span>}>
      <div className={form.form}>
        <p className={styles.name}>{`${invitedBy} invites you to work together.`}</p>
        <dl className={styles.facts}>
          <Fact name={roles.length === 1 ? "Your role" : "Your roles"}>{roles.map(({ name }) => name).join(", ")}</Fact>
          <Fact name="Invited email">
            <BreakableEmail text={email} />
          </Fact>
          <Fact name="Link ends">
            <Countdown at={expiresAt} />
          </Fact>
        </dl>
        {problem && <JoinProblem problem={problem} />}
        {user ? (
          <>
            <Button kind="primary" wide busy={busy && "Joining"} onClick={() => void join()}>
              {`Join as ${user.firstName} ${user.lastName}`}
            </Button>
            <Button wide kind="quiet" onClick={() => void signOut("/login")}>
              Use another account
            </Button>
          </>
        ) : (
          <>
            <LinkButton kind="primary" wide href="/login">
              Sign in to join
            </LinkButton>
            <LinkButton wide href="/individual/sign-up/1">
              Create an account
            </LinkButton>
            <p className={form.other}>Use the email that the invitation was sent to.</p>
          </>
        )}
      </div>
    </PageLayout>
  );
}

function JoinProblem({ problem }: { readonly problem: Problem }) {
  return (
    <Notice tone="problem" announce title="You have not joined yet">
      {problemMessage(problem)}
    </Notice>
  );
}
