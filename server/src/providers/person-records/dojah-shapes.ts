import type { PersonShape } from "./person.ts";

/** Dojah's wire names: the current ones first, then those of an earlier version. */

const firstName = ["first_name", "firstname"] as const;
const middleName = ["middle_name", "middlename"] as const;
const lastName = ["last_name", "surname", "lastname"] as const;
const birthDate = ["date_of_birth", "birthdate", "dob"] as const;
const phone = ["phone_number", "telephone", "phone_number1", "msisdn"] as const;
const photo = ["photo", "picture", "image"] as const;

export const ninShape: PersonShape = {
  number: ["nin"],
  birthDate: "dob",
  texts: {
    firstName,
    middleName,
    lastName,
    nin: ["nin"],
    gender: ["gender"],
    residenceAddress: ["residence_address_line_1", "residence_address"],
    maritalStatus: ["marital_status"],
    religion: ["religion"],
    educationLevel: ["educational_level"],
    profession: ["profession"],
    originLGA: ["origin_lga"],
    originState: ["origin_state"],
    originPlace: ["origin_place"],
    birthCountry: ["birth_country"],
    birthState: ["birth_state"],
    birthLGA: ["birth_lga"],
    employmentSatus: ["employment_status"],
    residenceLGA: ["residence_lga"],
    residenceState: ["residence_state"],
    height: ["height"],
    title: ["title"],
    residenceTown: ["residence_town"],
    residenceStatus: ["residence_status"],
    maidenName: ["maiden_name"],
    spokenLanguage: ["nspoken_lang"],
    otherLanguage: ["ospoken_lang"],
    pfirstname: ["p_first_name"],
    pmiddlename: ["p_middle_name"],
    psurname: ["p_last_name"],
  },
  dates: { dob: birthDate },
  phones: { phone },
  mails: { email: ["email"] },
  pictures: { photo, signature: ["signature"] },
};

export const phoneShape: PersonShape = {
  number: phone,
  isByPhone: true,
  birthDate: "birthDate",
  texts: {
    firstname: firstName,
    middlename: middleName,
    surname: lastName,
    gender: ["gender"],
    nationality: ["nationality"],
  },
  dates: { birthDate },
  phones: { telephoneno: phone },
  mails: { email: ["email"] },
  pictures: { photo },
};

export const bvnShape: PersonShape = {
  number: ["bvn"],
  birthDate: "dateOfBirth",
  texts: {
    firstName,
    middleName,
    lastName,
    bvn: ["bvn"],
    gender: ["gender"],
    stateOfOrigin: ["state_of_origin"],
    lgaOfOrigin: ["lga_of_origin"],
    maritalStatus: ["marital_status"],
    levelOfAccount: ["level_of_account"],
    title: ["title"],
    residentialAddress: ["residential_address"],
    stateOfResidence: ["state_of_residence"],
    lgaOfResidence: ["lga_of_residence"],
    nameOnCard: ["name_on_card"],
    nationality: ["nationality"],
  },
  dates: { dateOfBirth: birthDate, registrationDate: ["registration_date"] },
  phones: {
    phoneNumber: ["phone_number", "phone_number1", "telephone", "phone_number2"],
    phoneNumber1: ["phone_number1"],
    phoneNumber2: ["phone_number2"],
  },
  mails: { email: ["email"] },
  pictures: { photo: ["image", "photo", "picture"] },
};
