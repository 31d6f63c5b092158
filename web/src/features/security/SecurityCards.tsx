import { profile } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import { security } from "@idanimo/contract/second-factor";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { queryOf } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { StatusWord } from "../../ui/StatusWord.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Security.module.css";
import { SessionsCard } from "./SessionsCard.tsx";

type Ways = OutputOf<typeof security>;
type Passkey = Ways["passkeys"][number];
type Open =
  | { readonly dialog: "add_passkey" | "set_up" | "turn_off" | "new_codes" }
  | { readonly dialog: "remove_passkey"; readonly passkey: Passkey };

const AddPasskeyDialog = lazy(async () => ({ default: (await import("./AddPasskeyDialog.tsx")).AddPasskeyDialog }));
const RemovePasskeyDialog = lazy(async () => ({
  default: (await import("./RemovePasskeyDialog.tsx")).RemovePasskeyDialog,
}));
const SetUpTotpDialog = lazy(async () => ({ default: (await import("./SetUpTotpDialog.tsx")).SetUpTotpDialog }));
const RemoveTotpDialog = lazy(async () => ({ default: (await import("./RemoveTotpDialog.tsx")).RemoveTotpDialog }));
const RenewCodesDialog = lazy(async () => ({ default: (await import("./RenewCodesDialog.tsx")).RenewCodesDialog }));

/** How this account is signed in to, and where it is. Source: design 3, issue "second step" and "where am I signed in". */
export function SecurityCards() {
  const ways = useQuery(queryOf(security, {}));
  if (ways.data) return <Cards ways={ways.data} />;
  if (ways.isError)
    return (
      <ErrorPanel
        title="How you sign in could not be loaded"
        next={ways.error.message}
        busy={ways.isFetching && "Trying again"}
        onRetry={() => void ways.refetch()}
      />
    );
  return (
    <Skeleton what="how you sign in" onRetry={() => void ways.refetch()}>
      <div className={styles.grid}>
        <SkeletonBlock height="10rem" />
        <SkeletonBlock height="10rem" />
        <SkeletonBlock height="10rem" />
      </div>
    </Skeleton>
  );
}

function Cards({ ways }: { readonly ways: Ways }) {
  const client = useQueryClient();
  const toast = useToast();
  const { data: user } = useQuery(queryOf(profile, {}));
  const [open, setOpen] = useState<Open>();
  const { hasPassword } = ways;
  const close = () => setOpen(undefined);
  const again = () => void client.invalidateQueries({ queryKey: [security.path] });
  const done = (words: string) => () => {
    again();
    close();
    toast({ tone: "success", text: words });
  };
  const common = { hasPassword, email: user?.email ?? "", onChanged: again, onClose: close };

  return (
    <div className={styles.grid}>
      <PasskeysCard
        passkeys={ways.passkeys}
        onAdd={() => setOpen({ dialog: "add_passkey" })}
        onRemove={(passkey) => setOpen({ dialog: "remove_passkey", passkey })}
      />
      <AuthenticatorCard ways={ways} onOpen={(dialog) => setOpen({ dialog })} />
      <OtherWaysCard google={ways.google} facebook={ways.facebook} />
      <div className={styles.whole}>
        <SessionsCard />
      </div>
      <Suspense>
        {open?.dialog === "add_passkey" && <AddPasskeyDialog {...common} onDone={done("Your passkey is kept.")} />}
        {open?.dialog === "remove_passkey" && (
          <RemovePasskeyDialog {...common} passkey={open.passkey} onDone={done("The passkey is removed.")} />
        )}
        {open?.dialog === "set_up" && <SetUpTotpDialog {...common} />}
        {open?.dialog === "turn_off" && <RemoveTotpDialog {...common} onDone={done("Your authenticator is off.")} />}
        {open?.dialog === "new_codes" && <RenewCodesDialog {...common} />}
      </Suspense>
    </div>
  );
}

type PasskeysProps = {
  readonly passkeys: readonly Passkey[];
  readonly onAdd: () => void;
  readonly onRemove: (passkey: Passkey) => void;
};

function PasskeysCard({ passkeys, onAdd, onRemove }: PasskeysProps) {
  const canMake = typeof PublicKeyCredential !== "undefined";
  return (
    <Card title="Passkeys">
      <div className={styles.stack}>
        {passkeys.length === 0 ? (
          <p className="quiet">
            Sign in with your fingerprint, your face or your device's lock: no password to type, and none to steal.
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
          <p className="quiet">This browser cannot make one.</p>
        )}
      </div>
    </Card>
  );
}

type AuthenticatorProps = {
  readonly ways: Ways;
  readonly onOpen: (dialog: "set_up" | "turn_off" | "new_codes") => void;
};

const fewCodes = 3;

function AuthenticatorCard({ ways, onOpen }: AuthenticatorProps) {
  const left = ways.recoveryCodesLeft;
  return (
    <Card title="Authenticator" aside={ways.totp && <StatusWord tone="success">On</StatusWord>}>
      <div className={styles.stack}>
        {ways.totp ? (
          <>
            <p className="quiet">After your password we ask for the six digits that your authenticator shows.</p>
            {left <= fewCodes ? (
              <StatusWord tone="waiting">{codesLeft(left)}</StatusWord>
            ) : (
              <p className="quiet">{codesLeft(left)}</p>
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

function codesLeft(count: number): string {
  if (count === 0) return "No recovery codes left";
  return count === 1 ? "1 recovery code left" : `${count} recovery codes left`;
}

function OtherWaysCard({ google, facebook }: Pick<Ways, "google" | "facebook">) {
  return (
    <Card title="Other ways">
      <div className={styles.stack}>
        <ul className={styles.list}>
          {[
            { name: "Google", linked: google },
            { name: "Facebook", linked: facebook },
          ].map(({ name, linked }) => (
            <li key={name} className={styles.row}>
              <strong>{name}</strong>
              {linked ? <StatusWord tone="success">Linked</StatusWord> : <span className="quiet">Not linked</span>}
            </li>
          ))}
        </ul>
        <p className="quiet">To link one, sign in with it once: it must have the same email as this account.</p>
      </div>
    </Card>
  );
}
