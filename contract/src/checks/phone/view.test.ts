import { describe, expect, test } from "vitest";
import { bvnGroups } from "./view.ts";

describe("the view of a phone number's record", () => {
  test("shows every name of the bank's record [RESULT-EXT-05]", () => {
    const shown = bvnGroups.flatMap(({ fields }) => fields.flatMap(({ names }) => names));
    const specified =
      "firstName middleName lastName bvn phoneNumber dateOfBirth gender stateOfOrigin lgaOfOrigin maritalStatus levelOfAccount title residentialAddress stateOfResidence lgaOfResidence nameOnCard phoneNumber1 phoneNumber2 nationality registrationDate";
    expect(shown.toSorted()).toEqual(specified.split(" ").toSorted());
  });
});
