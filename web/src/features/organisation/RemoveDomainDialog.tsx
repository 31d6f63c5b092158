import {
  type OrganisationDomain,
  organisationDomains,
  removeDomain,
} from "@idanimo/contract/organisations/single-sign-on";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Organisation.module.css";
import { useSubmit } from "./use-submit.ts";

type Props = { readonly domain: OrganisationDomain; readonly onClose: () => void };

export function RemoveDomainDialog({ domain: { domain, verifiedAt }, onClose }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const { busy, problem, dismissProblem, submit } = useSubmit();
  async function remove() {
    if (!(await submit("Removing", () => call(removeDomain, { domain })))) return;
    toast({ tone: "success", text: `${domain} is removed.` });
    await client.invalidateQueries({ queryKey: [organisationDomains.path] });
    onClose();
  }
  return (
    <Dialog
      open
      variant="alert"
      title="Remove this domain?"
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={busy} onClick={() => void remove()}>
            Remove domain
          </Button>
          <Button onClick={onClose}>Keep domain</Button>
        </>
      }
    >
      <ContentOrProblem
        title="The domain was not removed"
        problem={problem && problemMessage(problem)}
        onDismiss={dismissProblem}
      >
        <p className={styles.breakable}>
          {verifiedAt === null
            ? `${domain} is not verified yet. If you add it again, it gets a new record.`
            : `Colleagues with an address of ${domain} can no longer use single sign-on. They sign in as before, and stay members.`}
        </p>
      </ContentOrProblem>
    </Dialog>
  );
}
