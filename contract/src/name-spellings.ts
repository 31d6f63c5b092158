/**
 * Spellings that count as the same name: each line has the spellings of one name, without accents, hyphens and
 * capitals. Reviewed like copy: a line has no short forms (`Tunde` for `Babatunde`) and no translations [AO-05].
 */
const lines = `
mohammed muhammad mohammad muhammed mohamed mohamad muhamad muhamed mahammad
mahmud mahmoud mahmood
ahmed ahmad
ahmadu amadu amodu
abubakar abubakr abubaker abubakari aboubakar abubakir
aisha aishat aishatu aishah ayisha ayishat aishetu aishatou
fatima fatimah fatimat fatimatu fatma fatimo fatimoh fatimata
usman uthman othman osman usmanu uthmaan
umar omar umaru umoru oumar
ibrahim ibraheem ebrahim ibrahima ibrahimu
yusuf yusuff yousuf yusuph yousef yusufu yousouf yussuf
hussain hussein husain hussaini husaini hussayn usaini husseini
aliyu aliu alliyu aliyyu
sulaiman suleiman sulaimon sulayman suleman soulaimane
abdullahi abdullah abdulahi abdulai abdoulaye abdoulahi
abdulrahman abdurrahman abdulrahaman abdurahman abdulrahmon abdurrahaman
abdulkadir abdulqadir abdulkadri abdulkadiri abdulqodir
abdulaziz abdulazeez abdulazees
abdulsalam abdulsalami abdussalam abdusalam
abdulkareem abdulkarim abdukarim
abdulmalik abdulmaliq abdulmaleek
khadija khadijah khadijat kadijat khadijatu kadija
hadiza hadizatu hadisa
zainab zaynab zainabu sainab zeinab zainabou
maryam mariam maryamu mariamu meriam maryama mariama
isa issa eesa eisa
musa moussa moosa mousa
yakubu yaqub yakub yaqubu yakoub
idris idrees idrissa idrisu idriss
kabir kabiru kabeer
lawal lawali lawwal
bashir basheer bashiru bachir
nasir nasiru naseer nasser naser
saidu said seidu saeed saeid
rasheed rashid rachid rasheedu
ridwan ridhwan ridwanu ridwaan
sherif shariff sharif sheriff shareef
haruna harun haroun haroon
ismail ismaila ismaeel ismaiel ismael
bilkisu bilqis bilkis balikis bilikisu balkisu
halima halimah halimat halimatu haleemah haleema alima
rukayya ruqayyah rukayat ruqayya rukaiya ruqayyat rukayyat
mustapha mustafa mustafah mustaphe moustapha
murtala murtada murtadha
tijani tijjani tijaani
shuaibu shuaib shuaybu shuaeb
sanusi sanusu sanousi
habiba habibah habibat habibatu
hauwa hawa hawwa hauwau
safiya safiyah safiyat safiyya safiyyah
amina aminah aminat aminatu aminata
asmau asma asmaa
jibril jibrin jibreel gibril djibril
dauda daud dawud dawood daouda
mudashir mudasir mudashiru mudasiru
hassan hasan
jamilu jamil jameel
oshodi osodi
susan suzan
sola shola
sade shade
segun shegun
seun sheun
sina shina
tosin toshin
sodipo shodipo
sodeinde shodeinde
sonubi shonubi
sonibare shonibare
sobowale shobowale
soyinka shoyinka
sotunde shotunde
sowunmi showunmi sowumi showumi
isola ishola
osunkoya oshunkoya
adesola adeshola
adesina adeshina
adesewa adeshewa
olusola olushola
olusegun olushegun
oluseun olusheun
oluwaseun oluwasheun
oluwasegun oluwashegun
oluwatosin oluwatoshin
folasade folashade
folasayo folashayo
omosewa omoshewa
babasola babashola
bamisaye bamishaye
abosede aboshede
titilayo titilaiyo
chukwu chuku
chukwuma chukuma
chukwudi chukudi
chukwuemeka chukuemeka
chukwuebuka chukuebuka
chukwunonso chukunonso
nwachukwu nwachuku
ikechukwu ikechuku
okechukwu okechuku
onyekachukwu onyekachuku
ifeanyichukwu ifeanyichuku
uchenna uchena
obinna obina
nneka neka
nnamdi namdi
nnenna nnena nenna
chidinma chidimma chidinmma
chinenye chineye
uzoma uzomah
nwankwo nwanko nwakwo
onwuka onwukah
ubah uba
effiong efiong
bassey basey
osagie osaghie
catherine katherine katharine catharine kathryn cathrine
stephen steven stephan
philip phillip
philips phillips
elizabeth elisabeth elizabet
sarah sara
hannah hanna hana
matthew mathew
matthews mathews
geoffrey jeffrey geofrey jeffery
rebecca rebekah rebeca
deborah debora debra
ann anne
theresa teresa therese
esther ester
michael micheal mikael
emmanuel emanuel immanuel
isaac isaak issac
christopher kristopher cristopher
victor viktor
lawrence laurence
veronica veronika
angela angella
margaret margret
johnson jonson
thompson thomson tompson
anthony antony
nicholas nicolas
frederick fredrick frederic fredric
augustine augustin
benedict benedikt
cecilia cecelia
gladys gladis
janet jannet
jonathan johnathan jonathon
juliet juliette
lucy lucie
rachel rachael
raphael rafael
roseline rosaline rosalyn
solomon soloman
vivian vivien vivienne
zachariah zacharia zechariah
`;

/** The spellings of each name; the first stands for all of them. */
export const nameSpellings: readonly (readonly string[])[] = lines
  .trim()
  .split("\n")
  .map((line) => line.split(" "));
