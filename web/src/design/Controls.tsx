import { useState } from "react";
import { Button, IconButton, LinkButton } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { AuthenticatorCodeInput } from "../ui/AuthenticatorCodeInput.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { CodeInput } from "../ui/CodeInput.tsx";
import { CopyIcon, DownloadIcon, WalletIcon } from "../ui/icons.tsx";
import { MoneyInput } from "../ui/MoneyInput.tsx";
import { NumberGroupsInput } from "../ui/NumberGroupsInput.tsx";
import { PasswordInput } from "../ui/PasswordInput.tsx";
import { RadioCards } from "../ui/RadioCards.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea, TextInput } from "../ui/TextInput.tsx";
import { Row, Specimen, Stack } from "./Specimen.tsx";

/** Buttons, inputs and choices. */
export function Controls() {
  const [nin, setNin] = useState("70123456789");
  const [amount, setAmount] = useState("20000");
  const [code, setCode] = useState("482");
  const [method, setMethod] = useState<"WALLET" | "INSTANT" | undefined>("WALLET");
  return (
    <>
      <Specimen name="Button: primary, secondary, quiet, danger; busy, disabled, small, wide">
        <Row>
          <Button kind="primary">Pay ₦588</Button>
          <Button>Ask again</Button>
          <Button kind="quiet">Resend Code</Button>
          <Button kind="danger">Delete account</Button>
        </Row>
        <Row>
          <Button kind="primary" busy="Logging in...">
            Log in
          </Button>
          <Button busy="Saving...">Save</Button>
          <Button kind="primary" disabled>
            Pay ₦588
          </Button>
          <Button disabled>Proceed</Button>
        </Row>
        <Row>
          <Button size="small" icon={<DownloadIcon />}>
            PDF
          </Button>
          <CopyButton text="EA-2026-000123" what="The number" />
          <LinkButton size="small" href="/design">
            A link as a button
          </LinkButton>
          <IconButton label="Copy">
            <CopyIcon />
          </IconButton>
        </Row>
        <Row>
          <Button kind="primary" wide icon={<WalletIcon />}>
            Proceed to Payment
          </Button>
        </Row>
      </Specimen>
      <Specimen name="TextInput: empty, filled, hint, error, optional, disabled">
        <Stack>
          <TextInput label="First name" placeholder="Adaeze" />
          <TextInput label="Email" hint="We send a code to it." defaultValue="ada@example.com" type="email" />
          <TextInput label="Email" defaultValue="ada@" error="Invalid email format" />
          <TextInput label="Designation" optional />
          <TextInput label="Phone" defaultValue="0803 555 1122" disabled hint="Locked once it is set." />
          <TextArea label="A note they will see" hint="At most 140 plain characters." />
        </Stack>
      </Specimen>
      <Specimen name="PasswordInput">
        <Stack>
          <PasswordInput label="Password" autoComplete="current-password" defaultValue="not-a-secret" />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            defaultValue="short"
            error="Password must be 8 characters or more"
          />
        </Stack>
      </Specimen>
      <Specimen name="NumberGroupsInput, MoneyInput">
        <Stack>
          <NumberGroupsInput label="National ID number" hint="11 digits" length={11} value={nin} onChange={setNin} />
          <NumberGroupsInput
            label="BVN"
            length={11}
            value="701234"
            onChange={() => undefined}
            error="BVN must be exactly 11 digits."
          />
          <MoneyInput label="Amount" currency="NGN" hint="At least ₦1,000" value={amount} onChange={setAmount} />
          <MoneyInput
            label="Amount"
            currency="USD"
            value="5"
            onChange={() => undefined}
            error="Minimum top-up amount is $10"
          />
        </Stack>
      </Specimen>
      <Specimen name="Select">
        <Stack>
          <Select label="Reason for this check" hint="The person will see it." defaultValue="tenancy">
            <option value="tenancy">Renting a home</option>
            <option value="employment">Hiring an employee</option>
          </Select>
          <Select label="Reason for this check" error="Choose your reason for this check. The person will see it.">
            <option>Choose one</option>
          </Select>
        </Stack>
      </Specimen>
      <Specimen name="Checkbox">
        <Stack>
          <Checkbox
            label={
              <>
                I accept the <a href="/privacy_policy">Privacy Policy</a> and the{" "}
                <a href="/terms_of_service">Terms of Service</a>
              </>
            }
          />
          <Checkbox label="CRC" hint="₦1,613 with tax and charges" defaultChecked />
          <Checkbox label="First Central" error="At least one Credit Bereau must be selected" />
          <Checkbox label="Not for this account" disabled />
        </Stack>
      </Specimen>
      <Specimen name="RadioCards">
        <RadioCards
          legend="How do you want to pay?"
          value={method}
          onChange={setMethod}
          options={[
            { value: "WALLET", label: "Wallet", detail: "Paid at once", aside: "₦19,412", icon: <WalletIcon /> },
            { value: "INSTANT", label: "Card, transfer or USSD", detail: "On the payment page" },
          ]}
        />
      </Specimen>
      <Specimen name="CodeInput, AuthenticatorCodeInput">
        <Stack>
          <CodeInput label="One-time code" value={code} onChange={setCode} />
          <CodeInput label="One-time code" value="123456" onChange={() => undefined} error="OTP verification failed" />
          <AuthenticatorCodeInput label="Code" hint="The six digits in your authenticator app." />
        </Stack>
      </Specimen>
    </>
  );
}
