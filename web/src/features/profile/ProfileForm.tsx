import type { Component } from "../../jsx/component.ts";
import { profile as profileOf } from "@idanimo/contract/accounts";
import { updateProfile } from "@idanimo/contract/profile";
import * as texts from "@idanimo/contract/texts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { object, string } from "zod/mini";
import { call, type Problem } from "../../lib/call.ts";
import { messagesFor, useForm } from "../../lib/form.ts";
import { wordsOf } from "../../lib/problem-words.ts";
import { queryOf } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import form from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { changesOf, type FieldName, phoneInGroups, type Profile, valuesOf } from "./rules.ts";
import styles from "./Profile.module.css";

/** A phone number with its country, as the sign-up asks for it; handed in by the application. */
export type PhoneEntry = Component<{
  /** The number in international form, undefined while nothing is typed, and whether it can be sent. */
  readonly onChange: (phone: Phone) => void;
  readonly error: ReactNode;
}>;
export type Phone = { readonly number: string | undefined; readonly isFull: boolean };

type Props = { readonly profile: Profile; readonly PhoneEntry: PhoneEntry };

// what is typed is judged by what of it would be sent, see `changesOf`
const asTyped = object({
  firstName: string(),
  lastName: string(),
  address: string(),
  businessName: string(),
  rcNumber: string(),
  designation: string(),
});
const noPhone: Phone = { number: undefined, isFull: true };

/** What the account says of its holder, to change. Source: A§2, A§5, PROFILE-01 to 08. */
export function ProfileForm({ profile, PhoneEntry }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  // what the fields were filled with: news from the server must not overwrite what is being typed
  const [before, setBefore] = useState(() => valuesOf(profile));
  const fields = useForm(asTyped, () => before);
  const [phone, setPhone] = useState(noPhone);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const isBusiness = profile.userType === "business";

  async function save() {
    if (busy) return;
    setProblem(undefined);
    const changes = {
      ...changesOf(profile.userType, before, fields.values),
      ...(phone.number !== undefined && { phoneNumber: phone.number }),
    };
    const { phoneNumber, ...wrong } = messagesFor(updateProfile.input, changes);
    const messages = { ...wrong, ...((phoneNumber || !phone.isFull) && { phone: texts.phoneInvalid }) };
    if (Object.keys(messages).length > 0) return fields.show(messages);
    if (Object.keys(changes).length === 0) return toast({ tone: "info", text: "Nothing was changed yet." });
    setBusy(true);
    const answer = await call(updateProfile, changes);
    setBusy(false);
    if (!answer.ok) {
      const { phoneNumber: phoneMessage, ...others } = answer.problem.fields ?? {};
      const marked = { ...others, ...(phoneMessage && { phone: phoneMessage }) };
      if (Object.keys(marked).length === 0) setProblem(answer.problem);
      fields.show(marked);
      if (answer.problem.code === "phone_locked") void client.invalidateQueries({ queryKey: [profileOf.path] });
      return;
    }
    const now = valuesOf(answer.value.profile);
    setBefore(now);
    for (const name of Object.keys(now).filter(isFieldName)) fields.set(name, now[name]);
    setPhone(noPhone);
    client.setQueryData(queryOf(profileOf, {}).queryKey, answer.value.profile);
    toast({ tone: "success", text: texts.profileUpdated });
  }

  const person = (
    <div className={form.pair}>
      <TextInput label="First name" autoComplete="given-name" autoCapitalize="words" {...fields.text("firstName")} />
      <TextInput label="Last name" autoComplete="family-name" autoCapitalize="words" {...fields.text("lastName")} />
    </div>
  );
  return (
    <form className={form.form} aria-label={titleOf(profile)} {...fields.bind(save)}>
      {isBusiness ? (
        <>
          <TextInput
            label="Business name"
            autoComplete="organization"
            autoCapitalize="words"
            {...fields.text("businessName")}
          />
          {!profile.verified && (
            <p className="quiet">
              Your business is not verified yet. That happens by itself once the register of companies has this number
              with this name.
            </p>
          )}
          <div className={form.pair}>
            <TextInput label="RC number" autoComplete="off" autoCapitalize="characters" {...fields.text("rcNumber")} />
            <TextInput label="Your designation" autoComplete="organization-title" {...fields.text("designation")} />
          </div>
          <TextInput label="Office address" autoComplete="street-address" {...fields.text("address")} />
          {person}
        </>
      ) : (
        <>
          {person}
          <TextInput
            label="Address"
            optional={before.address === ""}
            autoComplete="street-address"
            {...fields.text("address")}
          />
        </>
      )}
      <TextInput label="Email" hint="You sign in with it. It cannot be changed." readOnly value={profile.email} />
      {profile.phoneNumber === null ? (
        <div className={styles.phone}>
          <PhoneEntry
            error={fields.messages["phone"]}
            onChange={(next) => {
              setPhone(next);
              fields.clear("phone");
            }}
          />
          <p className="quiet">Once saved, the number stays as it is.</p>
        </div>
      ) : (
        <TextInput label="Phone number" hint={texts.phoneLocked} readOnly value={phoneInGroups(profile.phoneNumber)} />
      )}
      {profile.nin !== null && (
        <TextInput
          label="NIN"
          hint="Only its end is shown. It cannot be changed."
          readOnly
          value={profile.nin.replaceAll("*", "•")}
        />
      )}
      {problem && (
        <Notice tone="problem" announce title="Nothing was saved">
          {wordsOf(problem)} What you typed stays here.
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

/** Source: PROFILE-01, PROFILE-02. */
export function titleOf({ userType }: Pick<Profile, "userType">): string {
  return userType === "business" ? texts.businessInformation : texts.personalInformation;
}

const isFieldName = (name: string): name is FieldName => Object.hasOwn(asTyped.shape, name);
