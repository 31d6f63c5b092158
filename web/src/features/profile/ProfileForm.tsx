import type { Component } from "../../jsx/component.ts";
import { profile as profileOf } from "@idanimo/contract/accounts";
import { updateProfile } from "@idanimo/contract/profile";
import * as texts from "@idanimo/contract/texts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { object, string } from "zod/mini";
import { call, type Problem } from "../../lib/call.ts";
import { validateFields, useForm } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { operationQuery } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import form from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { changedFields, type FieldName, formatPhone, type Profile, toFieldValues } from "./rules.ts";
import styles from "./Profile.module.css";

/** The phone number input of the sign-up, with its country; injected by the application. */
export type PhoneEntry = Component<{
  /** The number in international form, undefined while empty, and whether it can be sent. */
  readonly onChange: (phone: PhoneValue) => void;
  readonly error: ReactNode;
}>;
export type PhoneValue = { readonly number: string | undefined; readonly isComplete: boolean };

type Props = { readonly profile: Profile; readonly PhoneEntry: PhoneEntry };

// the validation covers only what would be sent, see `changedFields`
const typedFields = object({
  firstName: string(),
  lastName: string(),
  address: string(),
  businessName: string(),
  rcNumber: string(),
  designation: string(),
});
const emptyPhone: PhoneValue = { number: undefined, isComplete: true };

/** Edits the account's data [PROFILE-01 to PROFILE-08]. */
export function ProfileForm({ profile, PhoneEntry }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  // the initial values: data refetched from the server must not overwrite the user's input
  const [before, setBefore] = useState(() => toFieldValues(profile));
  const fields = useForm(typedFields, () => before);
  const [phone, setPhone] = useState(emptyPhone);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const isBusiness = profile.userType === "business";

  async function save() {
    if (busy) return;
    setProblem(undefined);
    const changes = {
      ...changedFields(profile.userType, before, fields.values),
      ...(phone.number !== undefined && { phoneNumber: phone.number }),
    };
    const { phoneNumber, ...wrong } = validateFields(updateProfile.input, changes);
    const messages = { ...wrong, ...((phoneNumber || !phone.isComplete) && { phone: texts.phoneInvalid }) };
    if (Object.keys(messages).length > 0) return fields.showMessages(messages);
    if (Object.keys(changes).length === 0) return toast({ tone: "info", text: "Nothing was changed yet." });
    setBusy(true);
    const result = await call(updateProfile, changes);
    setBusy(false);
    if (!result.ok) {
      const { phoneNumber: phoneMessage, ...others } = result.problem.fields ?? {};
      const marked = { ...others, ...(phoneMessage && { phone: phoneMessage }) };
      if (Object.keys(marked).length === 0) setProblem(result.problem);
      fields.showMessages(marked);
      if (result.problem.code === "phone_locked") void client.invalidateQueries({ queryKey: [profileOf.path] });
      return;
    }
    const now = toFieldValues(result.value.profile);
    setBefore(now);
    for (const name of Object.keys(now).filter(isFieldName)) fields.set(name, now[name]);
    setPhone(emptyPhone);
    client.setQueryData(operationQuery(profileOf, {}).queryKey, result.value.profile);
    toast({ tone: "success", text: texts.profileUpdated });
  }

  const person = (
    <div className={form.pair}>
      <TextInput
        label="First name"
        autoComplete="given-name"
        autoCapitalize="words"
        {...fields.textProps("firstName")}
      />
      <TextInput
        label="Last name"
        autoComplete="family-name"
        autoCapitalize="words"
        {...fields.textProps("lastName")}
      />
    </div>
  );
  return (
    <form className={form.form} aria-label={profileTitleOf(profile)} {...fields.formProps(save)}>
      {isBusiness ? (
        <>
          <TextInput
            label="Business name"
            autoComplete="organization"
            autoCapitalize="words"
            {...fields.textProps("businessName")}
          />
          {!profile.verified && (
            <p className="quiet">
              Not verified yet. We check with the CAC automatically. Make sure the business name and RC number match.
            </p>
          )}
          <div className={form.pair}>
            <TextInput
              label="RC number"
              autoComplete="off"
              autoCapitalize="characters"
              {...fields.textProps("rcNumber")}
            />
            <TextInput
              label="Your designation"
              autoComplete="organization-title"
              {...fields.textProps("designation")}
            />
          </div>
          <TextInput label="Office address" autoComplete="street-address" {...fields.textProps("address")} />
          {person}
        </>
      ) : (
        <>
          {person}
          <TextInput
            label="Address"
            optional={before.address === ""}
            autoComplete="street-address"
            {...fields.textProps("address")}
          />
        </>
      )}
      <TextInput
        label="Email"
        hint="You sign in with this email. It cannot be changed here."
        readOnly
        value={profile.email}
      />
      {profile.phoneNumber === null ? (
        <div className={styles.phone}>
          <PhoneEntry
            error={fields.messages["phone"]}
            onChange={(next) => {
              setPhone(next);
              fields.clear("phone");
            }}
          />
          <p className="quiet">You can set this number only once.</p>
        </div>
      ) : (
        <TextInput label="Phone number" hint={texts.phoneLocked} readOnly value={formatPhone(profile.phoneNumber)} />
      )}
      {profile.nin !== null && (
        <TextInput
          label="NIN"
          hint="We show only the last digits. It cannot be changed here."
          readOnly
          value={profile.nin.replaceAll("*", "•")}
        />
      )}
      {problem && (
        <Notice tone="problem" announce title="Nothing was saved">
          {problemMessage(problem)} What you typed is still here.
        </Notice>
      )}
      <div className={styles.save}>
        <Button kind="primary" type="submit" busy={busy && "Saving"}>
          Save changes
        </Button>
      </div>
    </form>
  );
}

/** The title of the form [PROFILE-01 PROFILE-02]. */
export function profileTitleOf({ userType }: Pick<Profile, "userType">): string {
  return userType === "business" ? texts.businessInformation : texts.personalInformation;
}

const isFieldName = (name: string): name is FieldName => Object.hasOwn(typedFields.shape, name);
