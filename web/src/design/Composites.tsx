import { problemBodyOf } from "@idanimo/contract/problems";
import { useState } from "react";
import { Avatar } from "../ui/Avatar.tsx";
import { BreakableEmail } from "../ui/BreakableEmail.tsx";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import control from "../ui/control.module.css";
import { CrashScreen } from "../ui/CrashScreen.tsx";
import { CopyableText } from "../ui/CopyableText.tsx";
import { DateText } from "../ui/DateText.tsx";
import { DownloadLink } from "../ui/DownloadLink.tsx";
import { Fact } from "../ui/Fact.tsx";
import { Field, FieldError, FieldSet } from "../ui/Field.tsx";
import { codeFormat } from "../ui/input-formats.ts";
import { GroupedInput } from "../ui/GroupedInput.tsx";
import { MoreRows } from "../ui/MoreRows.tsx";
import { NotFoundScreen } from "../ui/NotFoundScreen.tsx";
import { OfflineBar, OfflineMessage } from "../ui/OfflineBar.tsx";
import { PasswordStrength } from "../ui/PasswordStrength.tsx";
import { useProblem } from "../ui/Problems.tsx";
import { SectionNavigation } from "../ui/SectionNavigation.tsx";
import { ThemeSwitch } from "../ui/ThemeSwitch.tsx";
import { ToneIcon } from "../ui/ToneIcon.tsx";
import type { Tone } from "../ui/tone.ts";
import { Row, Specimen, Stack } from "./Specimen.tsx";

const tones: readonly Tone[] = ["info", "waiting", "success", "problem"];
const longName = "Oluwafunmilayo-Temitope Adebayo-Okonkwo Ezenwachukwu";
const at = "2026-11-21T10:42:00Z";
const moreRows = {
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
};

/** Avatars, dates, form fields, and empty and error screens. */
export function Composites() {
  const [plate, setPlate] = useState("ABC123DE");
  const showProblem = useProblem();
  return (
    <>
      <Specimen name="Avatar: initials, a failed picture, no user, large; BreakableEmail">
        <Row>
          <Avatar name={longName} />
          <Avatar name="Musa Bello" image="/no-such-picture" />
          <Avatar name="" />
          <Avatar name="Ada Obi" large />
        </Row>
        <p>
          <BreakableEmail text="oluwafunmilayo.adebayo-okonkwo@a-rather-long-company-name.example" />
        </p>
      </Specimen>
      <Specimen name="DateText, ToneIcon, ThemeSwitch">
        <Row>
          <DateText at={at} withTime />
          <DateText at={at} />
          {tones.map((tone) => (
            <ToneIcon key={tone} tone={tone} />
          ))}
          <ThemeSwitch />
        </Row>
      </Specimen>
      <Specimen name="Field, FieldSet, FieldError, GroupedInput: the parts of every field">
        <Stack>
          <Field label="Registration number" hint="As on the plate." error="Enter letters and digits only.">
            {(ids) => (
              <GroupedInput
                {...ids}
                className={classes(control.box, "figures")}
                value={plate}
                onChange={setPlate}
                {...codeFormat(8, false)}
                show={(value) => value.replaceAll(/^(.{3})(.{1,3})/g, "$1 $2 ")}
              />
            )}
          </Field>
          <FieldSet legend="Who can consent for them?" hint="A parent or a guardian.">
            <FieldError id={undefined}>Choose who would agree for them.</FieldError>
          </FieldSet>
        </Stack>
      </Specimen>
      <Specimen name="PasswordStrength: nothing typed, short, weak, fair, strong">
        <Stack>
          {["", "short", "password1", "kites-fly", "six kites fly over Kano"].map((password) => (
            <PasswordStrength key={password} password={password} />
          ))}
        </Stack>
      </Specimen>
      <Specimen name="DownloadLink; a problem over the screen and beside it">
        <Row>
          <DownloadLink href="/api/v1/no-such-file" fileName="result.pdf">
            PDF
          </DownloadLink>
          <Button onClick={() => showProblem(problemBodyOf({ code: "quote_ended", facts: {} }))}>
            Refused in a dialog
          </Button>
          <Button onClick={() => showProblem(problemBodyOf({ code: "no_response", facts: {} }))}>No answer</Button>
        </Row>
      </Specimen>
      <Specimen name="Fact, MoreRows: more, loading, failed">
        <dl>
          <Fact name="Requested by">{longName}</Fact>
        </dl>
        {[{}, { isFetchingNextPage: true }, { isFetchNextPageError: true }].map((state, place) => (
          <MoreRows key={place} count={50} query={{ ...moreRows, ...state }} />
        ))}
      </Specimen>
      <Specimen name="SectionNavigation, CopyableText">
        <SectionNavigation
          label="Sections"
          sections={["Members", "Roles", "Approvals"].map((title) => ({ title, address: `#${title}` }))}
          current="#Roles"
        />
        <CopyableText text="https://example.com/scim/v2" what="The address" label="Copy the address" />
      </Specimen>
      <Specimen name="OfflineBar: shown while offline">
        <OfflineBar />
        <OfflineMessage />
      </Specimen>
      <Specimen name="CrashScreen: crashed, failed to load">
        <CrashScreen error={new Error("broken")} home="/design" />
        <CrashScreen error={new Error("Failed to fetch dynamically imported module")} home="/design" />
      </Specimen>
      <Specimen name="NotFoundScreen">
        <NotFoundScreen home="/design" homeLabel="Go to the dashboard" />
      </Specimen>
    </>
  );
}
