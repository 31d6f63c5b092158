import { profile } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import { security } from "@idanimo/contract/second-factor";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { operationQuery } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Security.module.css";
import { SessionsCard } from "./SessionsCard.tsx";

type SignInMethods = OutputOf<typeof security>;
type Passkey = SignInMethods["passkeys"][number];
type OpenDialog =
  | { readonly dialog: "add_passkey" | "set_up" | "turn_off" | "new_codes" }
  | { readonly dialog: "remove_passkey"; readonly passkey: Passkey };

const AddPasskeyDialog = lazy(async () => ({ default: (await import("./AddPasskeyDialog.tsx")).AddPasskeyDialog }));
const RemovePasskeyDialog = lazy(async () => ({
  default: (await import("./RemovePasskeyDialog.tsx")).RemovePasskeyDialog,
}));
const SetUpTotpDialog = lazy(async () => ({ default: (await import("./SetUpTotpDialog.tsx")).SetUpTotpDialog }));
const RemoveTotpDialog = lazy(async () => ({ default: (await import("./RemoveTotpDialog.tsx")).RemoveTotpDialog }));
const RenewCodesDialog = lazy(async () => ({ default: (await import("./RenewCodesDialog.tsx")).RenewCodesDialog }));

/** The sign-in methods and the sessions of this account. */
export function SecurityCards() {
  const methods = useQuery(operationQuery(security, {}));
  if (methods.data) return <LoadedCards methods={methods.data} />;
  if (methods.isError)
    return (
      <ErrorPanel
        title="How you sign in could not be loaded"
        next={methods.error.message}
        busy={methods.isFetching && "Trying again"}
        onRetry={() => void methods.refetch()}
      />
    );
  return (
    <Skeleton what="how you sign in" onRetry={() => void methods.refetch()}>
      <div className={styles.grid}>
        <SkeletonBlock height="10rem" />
        <SkeletonBlock height="10rem" />
        <SkeletonBlock height="10rem" />
      </div>
    </Skeleton>
  );
}

function LoadedCards({ methods: ways }: { readonly methods: SignInMethods }) {
  const client = useQueryClient();
  const toast = useToast();
  const { data: user } = useQuery(operationQuery(profile, {}));
  const [open, setOpen] = useState<OpenDialog>();
  const { hasPassword } = ways;
  const close = () => setOpen(undefined);
  const refetch = () => void client.invalidateQueries({ queryKey: [security.path] });
  const closeWithToast = (words: string) => () => {
    refetch();
    close();
    toast({ tone: "success", text: words });
  };
  const common = { hasPassword, email: user?.email ?? "", onChanged: refetch, onClose: close };

  return (
    <div className={styles.grid}>
      <PasskeysCard
        passkeys={ways.passkeys}
        onAdd={() => setOpen({ dialog: "add_passkey" })}
        onRemove={(passkey) => setOpen({ dialog: "remove_passkey", passkey })}
      />
      <AuthenticatorCard methods={ways} onOpen={(dialog) => setOpen({ dialog })} />
      <SocialSignInCard google={ways.google} facebook={ways.facebook} />
      <div className={styles.whole}>
        <SessionsCard />
      </div>
      <Suspense>
        {open?.dialog === "add_passkey" && (
          <AddPasskeyDialog {...common} onDone={closeWithToast("Your passkey is kept.")} />
        )}
        {open?.dialog === "remove_passkey" && (
          <RemovePasskeyDialog {...common} passkey={open.passkey} onDone={closeWithToast("The passkey is removed.")} />
        )}
        {open?.dialog === "set_up" && <SetUpTotpDialog {...common} />}
        {open?.dialog === "turn_off" && (
          <RemoveTotpDialog {...common} onDone={closeWithToast("Your authenticator is off.")} />
        )}
        {open?.dialog === "new_codes" && <RenewCodesDialog {...common} />}
      </Suspense>
    </div>
  );
}

type PasskeysCardProps = {
  readonly passkeys: readonly Passkey[];
  readonly onAdd: () => void;
  readonly onRemove: (passkey: Passkey) => void;
};

function PasskeysCard({ passkeys, onAdd, onRemove }: PasskeysCardProps) {
  const canMake = typeof PublicKeyCredential !== "undefined";
  return (
    <Card title="Passkeys">
      <div className={styles.stack}>
        {passkeys.length === 0 ? (
          <p className="quiet">
            Sign in with your fingerprint, face or screen lock. There is no password to type or steal.
          </p>
        ) : (
          <ul className={styles.list}>
            {passkeys.map((passkey) => (
              <li key={passkey.id} className={styles.row}>
                <span className={styles.words}>
                  <strong>{passkey.name}</strong>
                  <span className="quiet">
                    {passkey.lastUsedAt ? (
                      <>
                        Used <Countdown at={passkey.lastUsedAt} />
                      </>
                    ) : (
                      <>
                        Added <DateText at={passkey.createdAt} />
                      </>
                    )}
                  </span>
                </span>
                <Button
                  size="small"
                  kind="quiet"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => onRemove(passkey)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
        {canMake ? (
          <Button size="small" icon={<PlusIcon />} onClick={onAdd}>
            Add a passkey
          </Button>
        ) : (
          <p className="quiet">This browser does not support passkeys.</p>
        )}
      </div>
    </Card>
  );
}

type AuthenticatorCardProps = {
  readonly methods: SignInMethods;
  readonly onOpen: (dialog: "set_up" | "turn_off" | "new_codes") => void;
};

const lowCodeCount = 3;

function AuthenticatorCard({ methods: ways, onOpen }: AuthenticatorCardProps) {
  const left = ways.recoveryCodesLeft;
  return (
    <Card title="Authenticator" aside={ways.totp && <StatusLabel tone="success">On</StatusLabel>}>
      <div className={styles.stack}>
        {ways.totp ? (
          <>
            <p className="quiet">After your password, we ask for the six digits in your authenticator app.</p>
            {left <= lowCodeCount ? (
              <StatusLabel tone="waiting">{codesLeftLabel(left)}</StatusLabel>
            ) : (
              <p className="quiet">{codesLeftLabel(left)}</p>
            )}
            <div className={styles.buttons}>
              <Button size="small" onClick={() => onOpen("new_codes")}>
                New recovery codes
              </Button>
              <Button size="small" kind="quiet" onClick={() => onOpen("turn_off")}>
                Turn off
              </Button>
            </div>
          </>
        ) : (
          <>
            <p className="quiet">A second step after your password: a code from an app on your phone.</p>
            <Button size="small" onClick={() => onOpen("set_up")}>
              Set up
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}

function codesLeftLabel(count: number): string {
  if (count === 0) return "No recovery codes left";
  return count === 1 ? "1 recovery code left" : `${count} recovery codes left`;
}

function SocialSignInCard({ google, facebook }: Pick<SignInMethods, "google" | "facebook">) {
  return (
    <Card title="Other sign-in methods">
      <div className={styles.stack}>
        <ul className={styles.list}>
          {[
            { name: "Google", linked: google },
            { name: "Facebook", linked: facebook },
          ].map(({ name, linked }) => (
            <li key={name} className={styles.row}>
              <strong>{name}</strong>
              {linked ? <StatusLabel tone="success">Linked</StatusLabel> : <span className="quiet">Not linked</span>}
            </li>
          ))}
        </ul>
        <p className="quiet">To link one, sign in with it once. It must use the same email as this account.</p>
      </div>
    </Card>
  );
}
