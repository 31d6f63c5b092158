import { bulkTemplatePath } from "@idanimo/contract/bulk";
import {
  codeLifetimeMinutes,
  codeResendsPerHour,
  noticeRetentionDays,
  resetLinkMinutes,
} from "@idanimo/contract/limits";
import { purposeCodes, purposes, type PurposeCode } from "@idanimo/contract/consent";
import { disclosureFor, disclosureForAnyPurpose, listParts } from "@idanimo/contract/record-parts";
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
        "What do you keep about the people looked up?",
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
        "The key that opens the record is destroyed, so that copies and backups cannot be read either. The person who asked keeps a line in their history with the last two characters of what they searched.",
      ],
      [
        "Do you sell or share my data?",
        "No. A record goes to the one who asked, after the person agreed, and to no one else. We carry no advertising or tracking scripts.",
      ],
      [
        "How do I get a copy of my data, or have it erased?",
        <>
          Write to <EmailLink to={brand.privacyEmail} />, our data protection officer. It costs nothing, and we answer
          within 30 days. The <a href="/privacy_policy#rights">privacy policy</a> lists all your rights.
        </>,
      ],
      [
        "Do you use cookies?",
        <>
          Only such as the service needs, above all one that keeps you signed in. All of them are{" "}
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
        "Who is asked, and how?",
        "For a check by NIN, phone number or BVN, the person the record is about. We use only the phone number or mail that the agency itself holds, never one that the requester typed.",
      ],
      [
        "What does the person see?",
        "Who asks, with which kind of account and since when, the reason given, what will be shown and for how long. They decide on a page or by replying to the SMS.",
      ],
      [
        "Which parts of a record can be shown?",
        <Fragment key="parts">
          <p>
            It depends on the check and on the reason. Each check always shows a few parts. On the page, the person can
            add more by ticking a box; no box is ticked in advance.
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
        "What does a YES by SMS show?",
        "Only the parts that the check always shows. To add a part, the person opens the link in the SMS.",
      ],
      ["What if they do not answer?", "After 24 hours the question ends and nothing opens. Silence is never a yes."],
      [
        "Can a person ask me again and again?",
        "One account can ask you once in 24 hours, and you need not answer. Reply STOP: it denies every request that waits for you, ends every access, and blocks new requests until you send START.",
      ],
      [
        "I agreed. How do I withdraw my consent?",
        <>
          At any time while the record is open: press Withdraw on the page you agreed on or under{" "}
          <a href="/my-data">My data</a>, or reply to the SMS with NO and its code. STOP withdraws all of them. Access
          ends at once and the record is erased.
        </>,
      ],
      [
        "A person I do not know asks about me.",
        "Say no on the page, or reply to the SMS with NO and its code. STOP ends and blocks all requests. Nothing opens without your consent.",
      ],
    ],
  },
  {
    id: "nin",
    name: "NIN",
    questions: [
      [
        "What is a NIN?",
        "The National Identification Number: eleven digits that Nigeria gives to one person for life.",
      ],
      [
        "What do I see with it?",
        `Always ${listParts(ninRule.required)}. More only if your reason allows it and the person adds it. A field the agency leaves empty is shown as a dash; a part that the person did not add is listed as not shared.`,
      ],
      [
        "The number is right, but there is no record.",
        "Then the source holds none under it. Look at each digit again: a search for a number that does not exist is charged like any other.",
      ],
      [
        "Can I check a person under 18?",
        "No. When a record turns out to belong to a minor, nothing is shown and the price goes back to your wallet.",
      ],
    ],
  },
  {
    id: "payments",
    name: "Payments",
    questions: [
      [
        "What does a check cost?",
        "Our products page says what each check costs, with tax and charges in it. The form shows it again before you pay, and it then stays the same for 15 minutes.",
      ],
      [
        "How can I pay?",
        "From your wallet, or at once by card, transfer or USSD on our payment provider's page. In naira or US dollars. We never see your card.",
      ],
      ["When is the charge kept?", `When ${chargeOutcomes.kept.map(lowerFirstLetter).join("; when ")}.`],
      [
        "When do I get my money back?",
        `When ${chargeOutcomes.refunded.map(lowerFirstLetter).join("; when ")}. It goes to your wallet, in the currency you paid in, by itself.`,
      ],
      [
        "I paid, and my balance has not changed.",
        "Your bank may not have confirmed it yet. We keep asking by ourselves and send you a notice when the money is there. Do not pay a second time meanwhile.",
      ],
      [
        "Was I charged twice?",
        "A payment counts once, however often the provider tells us of it. If you really paid two times, the second one is in your wallet.",
      ],
      [
        "Where is my receipt?",
        "It comes by mail, and in the transaction logs of your dashboard each payment has one as a PDF.",
      ],
      [
        "How do I change between naira and dollars?",
        "Press your balance and choose the wallet you want to use. You have one of each; switching moves no money, and money is not changed from one to the other.",
      ],
      [
        "I paid and then closed the page.",
        "The check goes on without you. You find it in your history. If the payment is confirmed late, it still counts, or the money is in your wallet.",
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
        "The bureau that holds it must correct it. We show what it sends and cannot change it. Ask the bureau named on the report.",
      ],
    ],
  },
  {
    id: "business",
    name: "Business",
    questions: [
      [
        "What do I need to look up a company?",
        "Its registration number (RC) or its name. By name you may get several companies to choose from.",
      ],
      ["Does the company have to agree?", "No. Company records are a public register."],
      [
        "What does a business account add?",
        <>
          You can check a list of NINs from a CSV file, with one NIN on each line. Start with{" "}
          <a href={bulkTemplatePath} download={`${brand.name}-nin-template.csv`}>
            our template
          </a>{" "}
          or with your own spreadsheet: name the column NIN, format it as text so that no zero is lost, and save it as
          CSV. Each person in the list is asked.
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
        "On the chassis, at the lower edge of the windscreen and in the papers: seventeen characters. Type them without spaces or hyphens.",
      ],
      [
        "Can I see whether a car is stolen?",
        "Add the stolen check to a VIN search. It looks in reports of stolen vehicles; a car that was never reported is not in them.",
      ],
      [
        "Does the owner of the car have to agree?",
        "Not to see the car. Their name, phone number and address are shown only after they agree. You ask them from the result of the registration number, once and free of charge.",
      ],
      ["How long can I read the report?", "For 7 days. Download it within that time if you need to keep it."],
    ],
  },
  {
    id: "accounts",
    name: "Accounts and security",
    questions: [
      [
        "The code does not arrive.",
        `A code is good for ${codeLifetimeMinutes} minutes. Look in the spam folder too, then ask for another one; there is one a minute, and ${codeResendsPerHour} an hour.`,
      ],
      [
        "I forgot my password.",
        <>
          <a href="/forgot-password">Ask for a link</a> to set a new one. It comes by mail and is good for{" "}
          {resetLinkMinutes} minutes. Everybody who was signed in to your account is signed out then.
        </>,
      ],
      [
        "How do I protect my account?",
        "Add a passkey in your profile: you sign in with your finger, face or device lock, and there is nothing to steal. Or add a second step: after the password you type six digits from an authenticator app. Print the recovery codes and keep them safe.",
      ],
      [
        "Can I sign in with Google or Facebook?",
        "Yes, where the buttons are shown. We take your name and your confirmed mail address, nothing else, and post nothing.",
      ],
      [
        "Where am I signed in?",
        "Your profile lists every place, with the device and when it was last active. You can sign each of them out, or all others at once.",
      ],
      [
        "Why was I signed out?",
        `After nine minutes without activity we ask whether you are still there; a minute later you are signed out. It also ends after ${serverRetention.longestSignInHours} hours, and when the password changes. What you paid for goes on without you.`,
      ],
      [
        "How am I notified when something happens?",
        `By the bell at the top: each notice stays there for ${noticeRetentionDays} days. In it you can turn the sound off, and let this device tell you while the page is closed. What concerns your money or your password also comes by mail.`,
      ],
      [
        "Can I change my phone number or mail address?",
        <>
          A phone number can be added once; after that, and for another mail address, write to{" "}
          <EmailLink to={brand.contactEmail} />. We must be sure that it is you.
        </>,
      ],
      [
        "How do I close my account?",
        "In your profile, at the end. You see what goes and what stays, and choose what happens with a remaining balance, before anything is closed.",
      ],
    ],
  },
];

/** Questions by topic; each opens separately, without script [LAND-16]. */
export function Questions() {
  return (
    <TextPage
      title="Questions and answers"
      lead={
        <>
          Not here? Write to <EmailLink to={brand.contactEmail} />.
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
