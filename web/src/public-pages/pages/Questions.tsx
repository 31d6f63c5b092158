import { bulkTemplatePath } from "@idanimo/contract/bulk";
import {
  codeLifetimeMinutes,
  codeResendsPerHour,
  noticeRetentionDays,
  resetLinkMinutes,
} from "@idanimo/contract/limits";
import { purposeCodes, purposes, type PurposeCode } from "@idanimo/contract/consent";
import { disclosureFor, disclosureForAnyPurpose, listParts } from "@idanimo/contract/record-parts";
import { retention } from "@idanimo/contract/request-status";
import { Fragment, type ReactNode } from "react";
import { brand } from "../../brand.ts";
import { chargeOutcomes, recordRetention, serverRetention } from "../policy-facts.ts";
import { DisclosureOfCheck } from "./DisclosureRules.tsx";
import { EmailLink } from "./EmailLink.tsx";
import styles from "./Questions.module.css";
import { TextPage } from "./TextPage.tsx";

type Topic = {
  readonly id: string;
  readonly name: string;
  readonly questions: readonly (readonly [string, ReactNode])[];
};

const lowerFirstLetter = (line: string) => line.charAt(0).toLowerCase() + line.slice(1);

/** The checks of a person that anyone can buy, and the list for businesses. */
const personChecks = ["nin", "phone", "bulk_nin", "bvn"] as const;
const ninRule = disclosureForAnyPurpose("nin");
const religionPurposes = purposeCodes.filter((code) => disclosureFor("nin", code)?.optional.includes("religion"));
const formatReasons = (codes: readonly PurposeCode[]) =>
  `for the reason “${codes.map((code) => purposes[code]).join("” or “")}”`;

/** Also part of the structured data for search engines. */
export const topics: readonly Topic[] = [
  {
    id: "privacy",
    name: "Privacy",
    questions: [
      [
        "How long do you keep a person's record?",
        <ul key="keeping">
          {recordRetention.map((row) => (
            <li key={row.what}>
              <strong>{row.what}.</strong> {row.howLong}
            </li>
          ))}
        </ul>,
      ],
      [
        "What is left after that?",
        "We destroy the key that opens the record, so copies and backups can't be read either. The history of the person who checked shows only the last two characters of what they searched.",
      ],
      [
        "Do you sell or share my data?",
        "No. Only the person who paid for the check sees the record, and only with consent. We use no advertising or tracking scripts.",
      ],
      [
        "How do I get a copy of my data, or have it deleted?",
        <>
          Write to <EmailLink to={brand.privacyEmail} />, our data protection officer. It is free, and we reply within
          30 days. The <a href="/privacy_policy#rights">privacy policy</a> lists all your rights.
        </>,
      ],
      [
        "Do you use cookies?",
        <>
          Only those the service needs, mainly one that keeps you signed in. All of them are{" "}
          <a href="/privacy_policy#device">listed by name</a>.
        </>,
      ],
    ],
  },
  {
    id: "consent",
    name: "Consent",
    questions: [
      [
        "Who do you ask for consent, and how?",
        "For a check by NIN, phone number or BVN, we ask the person on the record. We use only the phone number or email in the agency's record, never one that the requester typed.",
      ],
      [
        "What does the person see?",
        "Who is asking, what kind of account they have and since when, their reason, what they will see and for how long. The person answers on a page or by replying to the SMS.",
      ],
      [
        "Which parts of a record can be shown?",
        <Fragment key="parts">
          <p>
            It depends on the check and the reason. Each check always shows a few parts. On the page, the person can
            tick boxes to share more. No box is ticked for them.
          </p>
          <ul>
            {personChecks.map((type) => (
              <DisclosureOfCheck key={type} type={type} />
            ))}
          </ul>
          <p>
            Religion can be shown {formatReasons(religionPurposes)} only. The{" "}
            <a href="/privacy_policy#parts">privacy policy</a> lists the parts for each reason.
          </p>
        </Fragment>,
      ],
      [
        "Can I get a yes or no without the record?",
        <>
          Yes. <a href="/products#answers">Ask one question</a>, such as whether the name you were given is right. You
          see yes, close or no for {retention.answer.afterGrantHours / 24} days, and nothing else. The person must
          consent first, and can see the answer before they decide. If the source can't answer, we refund you.
        </>,
      ],
      [
        "What does a YES by SMS show?",
        "Only the parts that the check always shows. To share more, the person opens the link in the SMS.",
      ],
      [
        "What if they don't reply?",
        "The request expires after 24 hours and nothing is shared. No reply is never a yes.",
      ],
      [
        "Can someone keep asking me?",
        "One account can ask you once in 24 hours, and you don't have to reply. Reply STOP to refuse all pending requests, end all access and block new requests until you send START.",
      ],
      [
        "I agreed. How do I withdraw my consent?",
        <>
          Any time while the record is open, press Withdraw on the page where you agreed or in{" "}
          <a href="/my-data">My data</a>, or reply to the SMS with NO and its code. STOP withdraws all your consents.
          Access ends immediately and the record is deleted.
        </>,
      ],
      [
        "Someone I don't know is asking about me.",
        "Refuse on the page, or reply to the SMS with NO and its code. STOP ends and blocks all requests. Nothing is shared without your consent.",
      ],
    ],
  },
  {
    id: "nin",
    name: "NIN",
    questions: [
      ["What is a NIN?", "The National Identification Number: 11 digits that belong to one person for life."],
      [
        "What does a NIN check show?",
        `Always ${listParts(ninRule.required)}. More only if your reason allows it and the person adds it. A dash means the agency has no value. Parts the person did not share are listed as not shared.`,
      ],
      [
        "My number is right, but there is no record.",
        "The source has no record for that number. Check each digit before you pay: a search for a number that does not exist is still charged.",
      ],
      [
        "Can I check a person under 18?",
        "No. If the record belongs to a minor, nothing is shown and we refund your wallet.",
      ],
    ],
  },
  {
    id: "payments",
    name: "Payments",
    questions: [
      [
        "What does a check cost?",
        "The Products page shows the price of each check, with tax and charges. The form shows it again before you pay, and it is fixed for 15 minutes.",
      ],
      [
        "How can I pay?",
        "From your wallet, or by card, transfer or USSD on our payment provider's page. In naira or US dollars. We never see your card.",
      ],
      ["When is there no refund?", `When ${chargeOutcomes.kept.map(lowerFirstLetter).join("; when ")}.`],
      [
        "When do I get a refund?",
        `When ${chargeOutcomes.refunded.map(lowerFirstLetter).join("; when ")}. The refund goes to your wallet automatically, in the currency you paid in.`,
      ],
      [
        "I paid, and my balance has not changed.",
        "Your bank may not have confirmed it yet. Don't pay again. We keep checking and notify you when the money arrives.",
      ],
      [
        "Was I charged twice?",
        "Each payment counts only once. If you really paid twice, the second payment is in your wallet.",
      ],
      [
        "Where is my receipt?",
        "We email it to you. You can also download a PDF from Transaction Logs on your dashboard.",
      ],
      [
        "How do I change between naira and dollars?",
        "Press your balance and choose a wallet. You have one in naira and one in dollars. We do not convert money between them.",
      ],
      [
        "I paid and then closed the page.",
        "The check continues. See it in your history. If the payment is confirmed late, it still counts, or the money goes to your wallet.",
      ],
    ],
  },
  {
    id: "credit",
    name: "Credit",
    questions: [
      [
        "Which bureaus do you check?",
        "Three: First Central, CRC and Credit Registry. You choose one, two or all of them.",
      ],
      ["What is a good credit score?", "A good credit score is 700 and above."],
      [
        "My credit record is wrong.",
        "Ask the bureau named on the report to correct it. We show what the bureau sends and cannot change it.",
      ],
    ],
  },
  {
    id: "business",
    name: "Business",
    questions: [
      [
        "What do I need to look up a company?",
        "Its registration number (RC) or its name. If you use the name, you may have to choose from several companies.",
      ],
      ["Does the company have to consent?", "No. Company records are public."],
      [
        "What does a business account add?",
        <>
          You can check a list of NINs from a CSV file, with one NIN on each line. Start with{" "}
          <a href={bulkTemplatePath} download={`${brand.name}-nin-template.csv`}>
            our template
          </a>{" "}
          or your own spreadsheet: name the column NIN, format it as text so that no zero is lost, and save it as CSV.
          We ask each person in the list.
        </>,
      ],
    ],
  },
  {
    id: "vehicle",
    name: "Vehicle",
    questions: [
      [
        "Where do I find the VIN?",
        "On the chassis, at the bottom of the windscreen and in the vehicle papers. It has 17 characters. Type it without spaces or hyphens.",
      ],
      [
        "Can I see whether a car is stolen?",
        "Add the stolen check to a VIN search. It searches reports of stolen vehicles. A stolen car that was never reported is not there.",
      ],
      [
        "Does the owner of the car have to consent?",
        "Not to see the car. We show the owner's name, phone number and address only if they consent. You can ask them once, free, from the result of a registration number check.",
      ],
      ["How long can I see the report?", "For 7 days. Download it before then if you need it later."],
    ],
  },
  {
    id: "accounts",
    name: "Accounts and security",
    questions: [
      [
        "I did not get the code.",
        `Check your spam folder, then ask for another code. A code is valid for ${codeLifetimeMinutes} minutes. You can get one a minute, and up to ${codeResendsPerHour} an hour.`,
      ],
      [
        "I forgot my password.",
        <>
          <a href="/forgot-password">Ask for a link</a> to set a new one. We email it to you, and it is valid for{" "}
          {resetLinkMinutes} minutes. Setting a new password signs out all devices.
        </>,
      ],
      [
        "How do I protect my account?",
        "Add a passkey in your profile: you sign in with your fingerprint, face or screen lock, and there is no password to steal. Or add a second step: after your password you enter six digits from an authenticator app. Print the recovery codes and keep them safe.",
      ],
      [
        "Can I sign in with Google or Facebook?",
        "Yes, where you see the buttons. We use only your name and confirmed email, and never post anything.",
      ],
      [
        "Where am I signed in?",
        "Your profile lists every device and when it was last active. You can sign out one device, or all others at once.",
      ],
      [
        "Why was I signed out?",
        `After nine minutes without activity we ask if you are still there. A minute later we sign you out. We also sign you out after ${serverRetention.longestSignInHours} hours and when the password changes. Checks you've paid for will continue.`,
      ],
      [
        "How am I notified when something happens?",
        `Open the bell at the top: notices stay there for ${noticeRetentionDays} days. There you can turn the sound off, and turn on notifications for when the page is closed. We also email you about your money and your password.`,
      ],
      [
        "Can I change my phone number or email?",
        <>
          You can add a phone number once. To change it, or to change your email, write to{" "}
          <EmailLink to={brand.contactEmail} />. We will confirm that it is you.
        </>,
      ],
      [
        "How do I close my account?",
        "At the bottom of your profile. Before you confirm, you see what is deleted and what stays, and choose what happens to your balance.",
      ],
    ],
  },
];

/** Questions by topic; each opens separately, without script [LAND-16]. */
export function Questions() {
  return (
    <TextPage
      title="Frequently asked questions"
      lead={
        <>
          Can't find your answer? Write to <EmailLink to={brand.contactEmail} />.
        </>
      }
      contents={topics.map((topic) => [topic.id, topic.name] as const)}
    >
      {topics.map((topic) => (
        <section key={topic.id} className={styles.topic} aria-labelledby={topic.id}>
          <h2 id={topic.id}>{topic.name}</h2>
          {topic.questions.map(([question, answer]) => (
            <details key={question} className={styles.question}>
              <summary>{question}</summary>
              <div className={styles.answer}>{answer}</div>
            </details>
          ))}
        </section>
      ))}
    </TextPage>
  );
}
