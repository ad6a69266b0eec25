import { expect, test } from 'vitest';
import { accountNumberKinds } from './account-number-kinds.ts';
import { holdsAccountNumber, holdsNuban } from './account-numbers.ts';

/** The examples of the countries in the registry of ISO 13616 (SWIFT, "IBAN Registry"). */
const registry = `
  AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741
  AT611904300234573201 AZ21NABZ00000000137010001944 BA391290079401028494 BE68539007547034
  BG80BNBG96611020345678 BH67BMAG00001299123456 BR1800360305000010009795493C1
  BY13NBRB3600900000002Z00AB00 CH9300762011623852957 CR05015202001026284066
  CY17002001280000001200527600 CZ6508000000192000145399 DE89370400440532013000 DK5000400440116243
  DO28BAGR00000001212453611324 EE382200221020145685 EG380019000500000000263180002
  ES9121000418450200051332 FI2112345600000785 FO6264600001631634 FR1420041010050500013M02606
  GB29NWBK60161331926819 GE29NB0000000101904917 GI75NWBK000000007099453 GL8964710001000206
  GR1601101250000000012300695 GT82TRAJ01020000001210029690 HR1210010051863000160
  HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999
  IQ98NBIQ850123456789012 IS140159260076545510730339 IT60X0542811101000000123456
  JO94CBJO0010000000000131000302 KW81CBKU0000000000001234560101 KZ86125KZT5004100100
  LB62099900000001001901229114 LC55HEMM000100010012001200023015 LI21088100002324013AA
  LT121000011101001000 LU280019400644750000 LV80BANK0000435195001 MC5811222000010123456789030
  MD24AG000225100013104168 ME25505000012345678951 MK07250120000058984 MR1300020001010000123456753
  MT84MALT011000012345MTLCAST001S MU17BOMM0101101030300200000MUR NL91ABNA0417164300
  NO9386011117947 PK36SCBL0000001123456702 PL61109010140000071219812874
  PS92PALS000000000400123456702 PT50000201231234567890154 QA58DOHB00001234567890ABCDEFG
  RO49AAAA1B31007593840000 RS35260005601001611379 SA0380000000608010167519
  SC18SSCB11010000000000001497USD SE4550000000058398257466 SI56263300012039086
  SK3112000000198742637541 SM86U0322509800000000270100 SV62CENR00000000000000700025
  TL380080012345678910157 TN5910006035183598478831 TR330006100519786457841326
  UA213223130000026007233566001 VA59001123000012345678 VG96VPVG0000012345678901
  XK051212012345678906
`;

const examples = registry.trim().split(/\s+/);

test.each(examples)('the IBAN %s is right, and with one character changed it is not', (iban) => {
  expect(holdsAccountNumber('iban', iban)).toBe(true);
  expect(holdsAccountNumber('iban', iban.toLowerCase().replace(/(.{4})/g, '$1 '))).toBe(true);
  const at = iban.length - 1;
  const changed = iban.at(at) === '1' ? '2' : '1';
  expect(holdsAccountNumber('iban', iban.slice(0, at) + changed)).toBe(false);
  expect(holdsAccountNumber('iban', iban.slice(0, at))).toBe(false);
});

test.each([
  ['a digit of the middle changed', 'GB29NWBK60161341926819'],
  ['two neighbours swapped', 'DE89370400440532013000'.replace('37', '73')],
  // The check digits are right for the text, and the length is not that of the country.
  ['too long for its country', 'BE6253900754703412345'],
  ['of a country without IBANs', 'US64SVBKUS6S3300958879'],
  ['without a country', '89370400440532013000'],
  ['empty', ''],
  ['in other digits', 'DE٨٩370400440532013000'],
  // In capitals or in compatible letters they would be FI2112345600000785.
  ['with a ligature', '\ufb012112345600000785'],
  ['with a dotless i', 'F\u01312112345600000785'],
  ['with full-width letters', '\uff26\uff292112345600000785'],
  // It would be the right GB77SSCS00000000000000.
  ['with a sharp s', 'GB77\u00dfCS00000000000000'],
  ['with a long s', 'GB77\u017f\u017fCS00000000000000'],
  ['with a Kelvin sign', '\u212aW81CBKU0000000000001234560101'],
])('an IBAN %s is wrong', (_, text) => {
  expect(holdsAccountNumber('iban', text)).toBe(false);
});

test.each(['00', '01', '02', '97', '98', '99'])(
  'the check digits %s are an IBAN’s only if they are from 02 to 98',
  (digits) => {
    const rests = Array.from({ length: 200 }, (_, at) => String(at).padStart(18, '0'));
    const right = rests.filter((rest) => holdsAccountNumber('iban', `DE${digits}${rest}`));
    expect(right.length > 0).toBe(digits >= '02' && digits <= '98');
  },
);

test.each([
  // Wikipedia, "CLABE", and python-stdnum's mx.clabe.
  ['clabe', '032180000118359719', true],
  ['clabe', '002115016003269411', true],
  ['clabe', '032 180 00011835971 9', true],
  ['clabe', '032\u2011180\u202f00011835971\u20139', true],
  ['clabe', '032180000118359718', false],
  ['clabe', '032180000118359791', false],
  ['clabe', '03218000011835971', false],
  // python-stdnum's ar.cbu.
  ['cbu', '2850590940090418135201', true],
  ['cbu', '2850590-9 4009041813520-1', true],
  ['cbu', '2810590940090418135201', false],
  ['cbu', '2850590940090418135202', false],
  ['cbu', '2850590840090418135201', false],
  ['cbu', '285059094009041813520', false],
  // BBVA Perú prints these two on its page on transfers between banks.
  ['cci', '011-241-000190006582-70', true],
  ['cci', '011-366-000100032542-21', true],
  ['cci', '011-366-000100032542-22', false],
  ['cci', '011-366-000100032542-31', false],
  ['cci', '011-241-000190006528-70', false],
  ['nuban', '0000014579', true],
  ['nuban', '000001457', false],
] as const)('%s %s: %s', (kind, text, holds) => {
  expect(holdsAccountNumber(kind, text)).toBe(holds);
});

test.each([
  // Central Bank of Nigeria, "Proposals on the implementation of NUBAN scheme", 2010: examples 1, 2.
  ['011', '0000014579', true],
  ['011', '0000000220', true],
  // The sample of github.com/Zifah/Nigeria-Bank-Account-NUBAN-Algorithm: the banks that can have it.
  ['101', '5050114930', true],
  ['068', '5050114930', true],
  ['035', '5050114930', true],
  ['057', '5050114930', true],
  ['058', '5050114930', false],
  ['011', '0000014578', false],
  ['058', '0000014579', false],
  ['011', '000001457', false],
  // A wallet whose accounts are phone numbers.
  ['999992', '8012345678', true],
  ['999992', '801234567', false],
  ['', '8012345678', true],
])('the account of the bank %s may be %s: %s', (bank, account, holds) => {
  expect(holdsNuban(bank, account)).toBe(holds);
});

test.each(accountNumberKinds)(
  'no %s is empty, a word or a repeated digit of the wrong length',
  (kind) => {
    for (const text of ['', 'account', '1', '1'.repeat(40)]) {
      expect(holdsAccountNumber(kind, text)).toBe(false);
    }
  },
);
