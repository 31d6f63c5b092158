/** Parts that fictitious people are made of. Every combination is invented. */
export type Community = {
  readonly language: string;
  readonly religions: Choices;
  readonly men: Choices;
  readonly women: Choices;
  readonly surnames: Choices;
  readonly places: readonly [Place, ...Place[]];
};

type Choices = readonly [string, ...string[]];
/** A local government area in its state, with a town in it. */
export type Place = { readonly state: string; readonly lga: string; readonly town: string };

/** Parses a comma-separated list. */
function parseChoices(list: string): Choices {
  const [first = "", ...others] = list.split(",").map((choice) => choice.trim());
  return [first, ...others];
}

/** Parses places, each written `State: LGA: Town`. */
function parsePlaces(list: string): readonly [Place, ...Place[]] {
  const place = (text: string): Place => {
    const [state = "", lga = "", town = ""] = text.split(":").map((part) => part.trim());
    return { state, lga, town };
  };
  const [first, ...others] = parseChoices(list);
  return [place(first), ...others.map(place)];
}

const yoruba: Community = {
  language: "YORUBA",
  religions: parseChoices("christianity, islam"),
  men: parseChoices(`Oluwaseun, Adewale, Babatunde, Olumide, Ayodele, Kayode, Femi, Tunde, Segun, Adebola, Gbenga, Rotimi,
    Damilola, Kolawole, Wasiu`),
  women: parseChoices(`Folasade, Yetunde, Abimbola, Titilayo, Omolara, Bukola, Adunni, Ronke, Modupe, Temitope, Bolanle,
    Morenike, Simisola, Kehinde, Risikat`),
  surnames: parseChoices(`Adebayo, Ogunleye, Akinwande, Oyelaran, Adeyemi, Olatunji, Fashola, Afolabi, Ojo, Balogun,
    Ogunbanjo, Salako, Adegoke, Oladipo, Ayinde`),
  places: parsePlaces(`Lagos: Ikeja: Ikeja, Lagos: Surulere: Surulere, Lagos: Eti-Osa: Lekki, Lagos: Kosofe: Ketu,
    Ogun: Abeokuta South: Abeokuta, Ogun: Sagamu: Sagamu, Oyo: Ibadan North: Ibadan, Oyo: Ogbomosho North: Ogbomosho,
    Osun: Osogbo: Osogbo, Osun: Ife Central: Ile-Ife, Ondo: Akure South: Akure, Ekiti: Ado-Ekiti: Ado-Ekiti`),
};

const igbo: Community = {
  language: "IGBO",
  religions: parseChoices("christianity"),
  men: parseChoices(`Chukwuemeka, Obinna, Ifeanyi, Kelechi, Uchenna, Emeka, Nnamdi, Chidi, Ikenna, Okechukwu, Tochukwu,
    Somtochukwu, Ebuka, Azubuike, Onyekachi`),
  women: parseChoices(`Ngozi, Adaeze, Chiamaka, Ifeoma, Nkechi, Amarachi, Obiageli, Uju, Chinyere, Oluchi, Ebele, Nneka,
    Kosisochukwu, Adanna, Ogechi`),
  surnames:
    parseChoices(`Okafor, Nwosu, Eze, Obi, Onyekwere, Nwachukwu, Okonkwo, Anyanwu, Umeh, Okeke, Igwe, Madu, Ezeudu,
    Nwankwo, Chukwu`),
  places: parsePlaces(`Anambra: Awka South: Awka, Anambra: Onitsha North: Onitsha, Anambra: Nnewi North: Nnewi,
    Enugu: Enugu North: Enugu, Enugu: Nsukka: Nsukka, Imo: Owerri Municipal: Owerri, Imo: Okigwe: Okigwe,
    Abia: Umuahia North: Umuahia, Abia: Aba South: Aba, Ebonyi: Abakaliki: Abakaliki`),
};

const hausa: Community = {
  language: "HAUSA",
  religions: parseChoices("islam"),
  men: parseChoices(`Ibrahim, Musa, Abubakar, Sani, Umar, Aliyu, Yusuf, Bashir, Nasiru, Kabiru, Garba, Haruna, Sulaiman,
    Isah, Lawal`),
  women:
    parseChoices(`Aisha, Hauwa, Zainab, Fatima, Halima, Maryam, Rakiya, Sa'adatu, Hadiza, Amina, Jamila, Rabi, Binta,
    Khadija, Ladidi`),
  surnames:
    parseChoices(`Danjuma, Bello, Abdullahi, Shehu, Tanko, Gwarzo, Dantata, Mohammed, Yakubu, Danladi, Maigari, Wada,
    Kachalla, Bichi, Rimi`),
  places: parsePlaces(`Kano: Nassarawa: Kano, Kano: Tarauni: Kano, Kano: Fagge: Kano, Kaduna: Zaria: Zaria,
    Kaduna: Kaduna North: Kaduna, Katsina: Daura: Daura, Katsina: Funtua: Funtua, Sokoto: Sokoto North: Sokoto,
    Jigawa: Dutse: Dutse, Bauchi: Bauchi: Bauchi, Kebbi: Birnin Kebbi: Birnin Kebbi`),
};

export const communities = [yoruba, igbo, hausa] as const satisfies readonly Community[];

export const streets = parseChoices(`Unity Road, Market Street, Station Road, Palace Road, School Lane, Hospital Road,
  Independence Avenue, Old Park Close, Mission Street, Water Works Road, Garden Crescent, Bank Road`);

export const occupations =
  parseChoices(`TRADER, TEACHER, CIVIL SERVANT, NURSE, TAILOR, FARMER, ELECTRICIAN, ACCOUNTANT, DRIVER,
  ENGINEER, PHARMACIST, HAIRDRESSER, LAWYER, CARPENTER, CATERER, BANKER`);

export const schooling = parseChoices("primary, secondary, tertiary, postgraduate");
