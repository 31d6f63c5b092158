import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Countdown } from "../ui/Countdown.tsx";
import { DateText } from "../ui/DateText.tsx";
import { CopyableText } from "../ui/CopyableText.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ContentOrProblem } from "../ui/ContentOrProblem.tsx";
import { InfoIcon, LogoutIcon, PersonIcon } from "../ui/icons.tsx";
import { DeskIllustration, LensIllustration } from "../ui/illustrations.tsx";
import { MaskedValue } from "../ui/MaskedValue.tsx";
import { Menu } from "../ui/Menu.tsx";
import menuButton from "../ui/Button.module.css";
import { Money } from "../ui/Money.tsx";
import { Notice } from "../ui/Notice.tsx";
import { OfflineMessage } from "../ui/OfflineBar.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { ShownOnceDialog } from "../ui/ShownOnceDialog.tsx";
import { Sheet } from "../ui/Sheet.tsx";
import { Skeleton, SkeletonBlock, SkeletonLine, SlowNotice } from "../ui/Skeleton.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { Badge, StatusLabel } from "../ui/StatusLabel.tsx";
import { Steps } from "../ui/Steps.tsx";
import { Table } from "../ui/Table.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { Toast, useToast } from "../ui/Toast.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";
import { sampleAmounts, sampleColumns, SamplePrice, sampleRows } from "./samples.tsx";
import { Row, Specimen, Stack } from "./Specimen.tsx";

const soon = new Date(Date.now() + 23.4 * 3_600_000).toISOString();

/** Notices, dialogs, toasts and status labels. */
export function Messages() {
  const [tab, setTab] = useState<"history" | "money">("history");
  const [open, setOpen] = useState<"dialog" | "alert" | "secret" | "sheet">();
  const toast = useToast();
  const close = () => setOpen(undefined);
  return (
    <>
      <Specimen name="PageHeader, Steps">
        <PageHeader title="Verification Result" back="/design" aside={<Badge>NIN</Badge>}>
          Agreed at 10:42 AM by SMS. Access ends <Countdown at={soon} after="." />
        </PageHeader>
        <Stack>
          <Steps label="Verification" steps={["What", "Details", "Pay"]} current={0} />
          <Steps label="Verification" steps={["What", "Details", "Pay"]} current={1} />
        </Stack>
      </Specimen>
      <Specimen name="Notice: info, waiting, success, problem">
        <Stack>
          <Notice tone="info" title="What happens next">
            We ask the person by SMS. They have 24 hours to answer.
          </Notice>
          <Notice tone="waiting" title="Waiting for the person" actions={<Button size="small">Wait here</Button>}>
            They have until tomorrow at 9:14 AM. You can close this page.
          </Notice>
          <Notice tone="success" title="Your wallet has ₦20,000 more">
            You can pay with it now.
          </Notice>
          <Notice tone="problem">Nothing was charged. Choose another payment method.</Notice>
        </Stack>
      </Specimen>
      <Specimen name="ContentOrProblem: content, problem">
        <Stack>
          <ContentOrProblem title="Nothing was sent" problem={undefined} onDismiss={() => undefined}>
            <p>All your data as PDF and JSON.</p>
          </ContentOrProblem>
          <ContentOrProblem
            title="Nothing was sent"
            problem="That was too often. Try again in a minute."
            onDismiss={() => undefined}
          >
            <p>All your data as PDF and JSON.</p>
          </ContentOrProblem>
        </Stack>
      </Specimen>
      <Specimen name="ErrorPanel">
        <ErrorPanel
          title="The source did not answer."
          money="Your ₦588 is back in your wallet."
          next="Try again in a few minutes, or check another source."
          onRetry={() => undefined}
        />
      </Specimen>
      <Specimen name="StatusLabel, Badge">
        <Row>
          <StatusLabel tone="success">Delivered</StatusLabel>
          <StatusLabel tone="waiting">Awaiting Consent</StatusLabel>
          <StatusLabel tone="problem">Consent Denied</StatusLabel>
          <StatusLabel tone="info">Expired</StatusLabel>
          <Badge>Business</Badge>
        </Row>
      </Specimen>
      <Specimen name="Card with prices; Money, DateText, MaskedValue, Countdown">
        <Stack>
          <Card
            title="You pay"
            aside={
              <Tooltip label="About this price" content="Shown before you pay. It does not change for 15 minutes.">
                <InfoIcon />
              </Tooltip>
            }
          >
            <SamplePrice />
          </Card>
          <Row>
            {sampleAmounts.map((amount) => (
              <Money key={`${amount.currency}${amount.minor}`} amount={amount} />
            ))}
            <Money amount={undefined} />
          </Row>
          <Row>
            <DateText at="2026-11-21T10:42:00Z" />
            <DateText at="2026-11-21T10:42:00Z" withTime />
            <MaskedValue value="*********89" />
            <Countdown at={soon} />
          </Row>
        </Stack>
      </Specimen>
      <Specimen name="Tabs with Table: two lines a row on phones">
        <Tabs
          label="Dashboard"
          selected={tab}
          onSelect={setTab}
          tabs={[
            {
              key: "history",
              label: "Verification History",
              count: 42,
              content: (
                <Card flush>
                  <Table
                    caption="Verification History"
                    columns={sampleColumns}
                    rows={sampleRows}
                    keyOf={(row) => row.id}
                  />
                </Card>
              ),
            },
            {
              key: "money",
              label: "Transaction Logs",
              content: (
                <EmptyState illustration={<DeskIllustration />} title="No payments yet">
                  Payments, top-ups and refunds will be listed here.
                </EmptyState>
              ),
            },
          ]}
        />
      </Specimen>
      <Specimen name="EmptyState">
        <EmptyState
          illustration={<LensIllustration />}
          title="Nothing matches “Ada”"
          action={<Button>Show all requests</Button>}
        >
          The search looks at type, state, date and the exact value.
        </EmptyState>
      </Specimen>
      <Specimen name="Skeleton, its message after 8 s, Spinner, OfflineBar">
        <Stack>
          <Skeleton what="your history">
            <SkeletonLine width="40%" tall />
            <SkeletonLine />
            <SkeletonLine width="85%" />
            <SkeletonBlock height="6rem" />
          </Skeleton>
          <SlowNotice what="your history" onRetry={() => undefined} />
          <Row>
            <Spinner /> Awaiting Consent...
          </Row>
          <OfflineMessage />
        </Stack>
      </Specimen>
      <Specimen name="Menu, Tooltip, Dialog, ShownOnceDialog, Sheet, Toast">
        <Row>
          <Menu
            className={`${menuButton["button"]} ${menuButton["secondary"]}`}
            items={[
              { key: "profile", label: "Profile", icon: <PersonIcon />, href: "/design" },
              { key: "logout", label: "Logout", icon: <LogoutIcon />, onSelect: () => undefined },
            ]}
          >
            Menu
          </Menu>
          <Button onClick={() => setOpen("dialog")}>Dialog</Button>
          <Button onClick={() => setOpen("alert")}>Alert</Button>
          <Button onClick={() => setOpen("secret")}>A secret</Button>
          <Button onClick={() => setOpen("sheet")}>Sheet</Button>
          <Button
            onClick={() =>
              toast({ tone: "success", text: "Copied", action: { label: "Undo", onPress: () => undefined } })
            }
          >
            Toast
          </Button>
          <Tooltip content="More in one sentence, by pointing, focus or tap.">What is this?</Tooltip>
        </Row>
        <Stack>
          <Toast message={{ tone: "waiting", text: "We are asking the person." }} onClose={() => undefined} />
          <Toast
            message={{ tone: "problem", text: "No response received from the server" }}
            onClose={() => undefined}
          />
        </Stack>
        <Dialog
          open={open === "dialog"}
          onClose={close}
          title="Disclaimer"
          actions={
            <>
              <Button kind="primary" onClick={close}>
                Confirm
              </Button>
              <Button onClick={close}>Cancel</Button>
            </>
          }
        >
          We will send the person a message with your name and your reason. They decide.
        </Dialog>
        <Dialog
          open={open === "alert"}
          onClose={close}
          variant="alert"
          dismissable={false}
          title="Are you still there?"
          actions={
            <Button kind="primary" onClick={close}>
              Stay logged in
            </Button>
          }
        >
          You will be signed out in 60 seconds.
        </Dialog>
        {open === "secret" && (
          <ShownOnceDialog title="Your new key" savedLabel="I have copied it" onClose={close}>
            <CopyableText
              text="a-secret-that-is-too-long-for-one-line-of-a-phone"
              what="The key"
              label="Copy the key"
            />
          </ShownOnceDialog>
        )}
        <Sheet open={open === "sheet"} onClose={close} title="Filter">
          <Stack>
            <p>From below on a phone, from the right at a desk.</p>
            <Button kind="primary" onClick={close}>
              Show 12 requests
            </Button>
          </Stack>
        </Sheet>
      </Specimen>
    </>
  );
}
