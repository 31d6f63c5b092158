import type { CompanyRecord, StakeholderRecord } from "./record.ts";

/** A company of the public register. */
export const companyExample = {
  id: "1",
  cacid: "77",
  approvedName: "BRIGHT HOMES AND PROPERTIES LIMITED",
  rcNumber: "123456",
  email: "office@brighthomes.example",
  status: "ACTIVE",
  companyStatus: "ACTIVE",
  address: "12 Allen Avenue, Ikeja, Lagos",
  branchAddress: null,
  state: "LAGOS",
  lga: "IKEJA",
  city: "IKEJA",
  postalCode: "100271",
  code: "RC",
  classificationId: "2",
  registrationDate: "2011-03-02",
} as const satisfies CompanyRecord;

/** One of its directors. */
export const stakeholderExample = {
  stake: "Director",
  surname: "BELLO",
  firstname: "Amina",
  gender: "FEMALE",
  date_of_birth: "1979-08-21",
  nationality: "Nigerian",
  email: "amina.bello@example.test",
  phone_number: "08030001144",
  address: "12 Allen Avenue",
  city: "Ikeja",
  state: "Lagos",
  country_of_residence: "Nigeria",
  status: "ACTIVE",
  date_of_appointment: "2011-03-02",
  is_chairman: "true",
  is_corporate: "false",
  type_of_shares: "ordinary",
  num_shares_alloted: "120000",
} as const satisfies StakeholderRecord;
