import { createHash } from 'node:crypto';
import { holdsLuhn, type Payee } from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { routesOf } from '../../catalog/plan-routes.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { RequisiteKind } from '../../ground/database/tables/requisites.ts';
import { addRequisite, type NewRequisite, RequisiteTaken } from './add-requisite.ts';
import { ibanCheckDigits } from './resolve-payee.ts';

/** A country's bank accounts, as its banks write them. */
interface SampleCountry {
  /**
   * The part of an IBAN after the check digits, or a whole number: `9` is any digit, `A` any letter,
   * and other marks stay.
   */
  iban?: string;
  number?: string;
  /** Adds the check digit of the country to a number. */
  withCheck?: (number: string) => string;
  bankCode?: string;
  /** Transfers carry a text, so that they name the deposit's reference. */
  hasReference?: boolean;
  /** Given names; the family names are no real ones. */
  names: readonly [string, string, string];
}

const countries: Record<string, SampleCountry> = {
  ae: { iban: '0339999999999999999', hasReference: true, names: ['Aisha', 'Omar', 'Layla'] },
  bd: { number: '1999999999999', bankCode: '099999999', names: ['Nasrin', 'Rahim', 'Farida'] },
  be: { iban: '999999999999', hasReference: true, names: ['Lotte', 'Bram', 'Elise'] },
  br: { number: '9999999', bankCode: '341', names: ['Ana', 'Bruno', 'Clara'] },
  co: { number: '99999999999', names: ['Camila', 'Andrés', 'Lucía'] },
  cz: { iban: '08000000009999999999', hasReference: true, names: ['Eva', 'Jan', 'Klára'] },
  ec: { number: '2999999999', names: ['Daniela', 'Mateo', 'Paula'] },
  es: { iban: '99999999999999999999', hasReference: true, names: ['Marta', 'Hugo', 'Irene'] },
  gb: {
    number: '99999999',
    bankCode: '99-99-99',
    hasReference: true,
    names: ['Amy', 'Ben', 'Cara'],
  },
  ge: { iban: 'BG9999999999999999', names: ['Nino', 'Giorgi', 'Tamar'] },
  gr: { iban: '99999999999999999999999', hasReference: true, names: ['Eleni', 'Nikos', 'Sofia'] },
  in: {
    number: '999999999999',
    bankCode: 'SAMP0999999',
    hasReference: true,
    names: ['Asha', 'Ravi', 'Meera'],
  },
  it: { iban: 'A9999999999999999999999', hasReference: true, names: ['Giulia', 'Luca', 'Sara'] },
  jp: { number: '9999999', bankCode: '0001-999', names: ['Hana', 'Ren', 'Yui'] },
  kz: { iban: '9999999999999999', names: ['Aigerim', 'Daulet', 'Madina'] },
  lk: { number: '999999999999', names: ['Nimali', 'Kasun', 'Dilani'] },
  mx: {
    number: '99918099999999999',
    withCheck: withClabeCheck,
    hasReference: true,
    names: ['Ximena', 'Diego', 'Renata'],
  },
  ng: { number: '999999999', withCheck: withNubanCheck, names: ['Ngozi', 'Emeka', 'Amina'] },
  pe: { number: '00299999999999999999', names: ['Rosa', 'Luis', 'Valeria'] },
  ph: { number: '999999999999', names: ['Maria', 'Jose', 'Liza'] },
  pk: { iban: 'SAMP9999999999999999', names: ['Sana', 'Bilal', 'Hira'] },
  pt: { iban: '999999999999999999999', hasReference: true, names: ['Inês', 'Tiago', 'Rita'] },
  ro: { iban: 'SAMP9999999999999999', hasReference: true, names: ['Ioana', 'Andrei', 'Elena'] },
  ru: { number: '410019999999999', names: ['Анна', 'Иван', 'Мария'] },
  th: { number: '9999999999', names: ['Malee', 'Somchai', 'Ploy'] },
  tr: { iban: '0001009999999999999999', hasReference: true, names: ['Elif', 'Mert', 'Zeynep'] },
  ua: { iban: '9999990000099999999999999', hasReference: true, names: ['Olena', 'Taras', 'Iryna'] },
  ug: { number: '9999999999999', names: ['Sarah', 'Moses', 'Grace'] },
  vn: { number: '9999999999999', names: ['Lan', 'Minh', 'Thao'] },
};

/** Any other country. */
const elsewhere: SampleCountry = { number: '9999999999', names: ['Kim', 'Robin', 'Alex'] };

const families = ['Sample', 'Example', 'Specimen'];
const banks = ['Sample Bank', 'Example Bank', 'Specimen Bank'];

/**
 * Fills the empty pools of brands with `sampleRequisites`: three simulated accounts for each country
 * of each method that is paid into the pool. Several processes may do so at the same time.
 */
export async function fillSampleRequisites(
  core: Pick<Core, 'db' | 'brands' | 'catalogOf' | 'now' | 'log' | 'vault'>,
): Promise<void> {
  for (const brand of core.brands.values()) {
    if (!brand.sampleRequisites || brand.isLive) continue;
    for (const { name: account, usesRequisites } of brand.accounts.values()) {
      if (!usesRequisites) continue;
      const samples = listSamples(core, brand.id, account);
      const added = await core.db
        .transaction()
        .execute((tx) => fillPool(core, tx, { brandId: brand.id, account }, samples));
      if (added > 0) core.log.info({ brandId: brand.id, account, added }, 'a pool was simulated');
    }
  }
}

/** Returns how many accounts it added: none if the pool has or had any. */
async function fillPool(
  core: Pick<Core, 'vault' | 'now'>,
  tx: Tx,
  { brandId, account }: { brandId: string; account: string },
  samples: readonly NewRequisite[],
): Promise<number> {
  const known = await tx
    .selectFrom('requisites')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('account', '=', account)
    .limit(1)
    .executeTakeFirst();
  if (known !== undefined) return 0;
  let added = 0;
  for (const sample of samples) {
    await addRequisite(core, tx, brandId, sample).then(
      () => added++,
      (error: unknown) => {
        // Another process fills the same pool, with the same accounts in the same order.
        if (!(error instanceof RequisiteTaken)) throw error;
      },
    );
  }
  return added;
}

function listSamples(
  { catalogOf }: Pick<Core, 'catalogOf'>,
  brandId: string,
  account: string,
): NewRequisite[] {
  const catalog = catalogOf(brandId);
  const everywhere = new Map(catalog.countries.map(({ code, currency }) => [code, currency]));
  return catalog.methods
    .filter((method) => method.transaction === 'deposit')
    .filter((method) => routesOf(method).some((route) => route.account === account))
    .flatMap((method) => {
      const codes = method.countries === '*' ? [...everywhere.keys()] : method.countries;
      return codes.flatMap((country) => {
        const [first = ''] = Object.keys(method.amount_rules);
        const usual = everywhere.get(country) ?? '';
        const currency = method.amount_rules[usual] === undefined ? first : usual;
        return families.map((_, index) =>
          buildSample(method, { brandId, account, country, currency, index }),
        );
      });
    });
}

/** Builds a method's account in a country. The same arguments give the same account. */
function buildSample(
  { name, category }: CatalogMethod,
  place: { brandId: string; account: string; country: string; currency: string; index: number },
): NewRequisite {
  const { brandId, account, country, currency, index } = place;
  const sample = countries[country] ?? elsewhere;
  const draw = drawBy([brandId, account, name, country, index].join(' '));
  const kind = resolveKind(category);
  const holder = `${sample.names[index]} ${families[index]}`;
  const bank = banks[index] ?? null;
  return {
    account,
    kind,
    country,
    currency,
    methods: [name],
    bank,
    owner: holder,
    payee: {
      ...numberParts[kind](sample, country, draw),
      country_code: country,
      fullName: holder,
      ...(bank !== null && { bank_name: bank }),
    },
    has_reference: sample.hasReference ?? false,
    min_amount: null,
    max_amount: null,
    day_amount_limit: null,
    day_count_limit: null,
    opens_at: null,
    closes_at: null,
    time_zone: 'UTC',
    cooldown_minutes: 10,
  };
}

function resolveKind(category: string): RequisiteKind {
  if (category === 'card' || category === 'p2p') return 'card';
  if (category === 'upi') return 'vpa';
  return category === 'eMoney' ? 'wallet' : 'bankAccount';
}

type Draw = (pattern: string) => string;

const numberParts: Record<
  RequisiteKind,
  (sample: SampleCountry, country: string, draw: Draw) => Payee
> = {
  // The prefix is that of cards for tests.
  card: (_, __, draw) => ({ number: withLuhnCheck(draw('400000999999999')) }),
  vpa: (_, __, draw) => ({ vpa: `sample${draw('9999999')}@kassademo` }),
  wallet: ({ number = '9999999999' }, _, draw) => ({ account_number: draw(number) }),
  bankAccount: ({ iban, number = '', withCheck, bankCode }, country, draw) => {
    if (iban !== undefined) return { iban: withIbanCheck(country, draw(iban)) };
    const drawn = draw(number);
    return {
      account_number: withCheck === undefined ? drawn : withCheck(drawn),
      ...(bankCode !== undefined && { bank_code: draw(bankCode) }),
    };
  },
};

/** Returns a function that fills in patterns by a hash of the seed. */
function drawBy(seed: string): Draw {
  return (pattern) => {
    const bytes = createHash('sha512').update(`${seed} ${pattern}`).digest();
    return pattern.replace(/[9A]/g, (mark, place: number) => {
      const byte = bytes[place] ?? 0;
      return mark === '9' ? String(byte % 10) : String.fromCharCode(65 + (byte % 26));
    });
  };
}

function withIbanCheck(country: string, rest: string): string {
  const code = country.toUpperCase();
  return `${code}${ibanCheckDigits(code, rest)}${rest}`;
}

function withLuhnCheck(start: string): string {
  const ends = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`);
  return ends.find(holdsLuhn) ?? start;
}

/** Mexico's CLABE: 17 digits and the check digit. */
function withClabeCheck(start: string): string {
  return `${start}${checkDigit(start, [3, 7, 1])}`;
}

/** Nigeria's NUBAN: the bank's code, which is invented here, counts and isn't shown. */
function withNubanCheck(serial: string): string {
  return `${serial}${checkDigit(`999${serial}`, [3, 7, 3])}`;
}

function checkDigit(digits: string, weights: readonly number[]): number {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % weights.length] ?? 0),
    0,
  );
  return (10 - (sum % 10)) % 10;
}
