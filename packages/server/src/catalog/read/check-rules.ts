import type {
  CatalogCardIssuer,
  CatalogCardScheme,
  CatalogCoinBox,
  CatalogCountry,
  CatalogGroup,
  CatalogMethod,
  CatalogPayerBank,
  CatalogProblem,
  SweepstakeSettings,
} from '../catalog-schema.ts';
import { findPackageFaults, findUnknownRegions } from '../find-package-faults.ts';
import { paysPackages } from '../select-methods.ts';
import { checkAliases } from './check-aliases.ts';
import { checkAmounts } from './check-amounts.ts';
import { checkCardData } from './check-card-data.ts';
import { checkCardRanges } from './check-card-ranges.ts';
import { checkCoin } from './check-coin.ts';
import { checkFields } from './check-fields.ts';
import { checkKind } from './check-kinds.ts';
import { checkVideos } from './check-media.ts';
import { checkOpenAmount } from './check-open-amount.ts';
import { checkPayerFee } from './check-payer-fee.ts';
import { checkWithdrawal } from './check-withdrawal.ts';
import { checkPlainTexts } from './list-texts.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/** The entries of all files, each valid by itself. */
export interface CatalogParts {
  methods: readonly Placed<CatalogMethod>[];
  groups: readonly Placed<CatalogGroup>[];
  countries: readonly Placed<CatalogCountry>[];
  coinBoxes: readonly Placed<CatalogCoinBox>[];
  /** The rules of a brand's sweepstakes; null: it has none. */
  sweepstake: Placed<SweepstakeSettings> | null;
  cardSchemes: readonly Placed<CatalogCardScheme>[];
  cardIssuers: readonly Placed<CatalogCardIssuer>[];
  payerBanks: readonly Placed<CatalogPayerBank>[];
}

/** Checks the rules between entries and files, which a schema can't express. */
export function checkRules(
  parts: CatalogParts,
  abilitiesOf: (connector: string) => {
    hasPciScope: boolean;
    canChargeFee: boolean;
    usesRequisites: boolean;
    usesChains: boolean;
  },
): CatalogProblem[] {
  const groups = new Set(parts.groups.map(({ entry }) => entry.name));
  const countries = new Set(parts.countries.map(({ entry }) => entry.code));
  const withBanks = new Set(parts.payerBanks.map(({ entry }) => entry.country));
  return [
    ...findDoubles(parts.methods, 'name', ({ name }) => name),
    ...findDoubles(parts.groups, 'name', ({ name }) => name),
    ...findDoubles(parts.countries, 'code', ({ code }) => code),
    ...findDoubles(parts.payerBanks, 'id', ({ country, id }) => `${country} ${id}`),
    ...findDoubles(parts.coinBoxes, 'boxId', ({ boxId }) => boxId),
    ...parts.methods.flatMap((placed) => [
      ...checkReferences(placed, groups, countries),
      ...checkAliases(placed),
      ...checkAmounts(placed),
      ...checkCardData(placed, (connector) => abilitiesOf(connector).hasPciScope),
      ...checkPayerFee(placed, (connector) => abilitiesOf(connector).canChargeFee),
      ...checkOpenAmount(placed, (connector) => abilitiesOf(connector).usesRequisites),
      ...checkCoin(placed, (connector) => abilitiesOf(connector).usesChains),
      ...checkFields(placed),
      ...checkKind(placed),
      ...checkWithdrawal(placed),
      ...checkBankChoice(placed, withBanks),
      ...checkVideos(placed),
      ...checkPlainTexts(placed),
    ]),
    ...parts.coinBoxes.flatMap(checkCoinBox),
    ...checkSweepstake(parts),
    ...findDoubles(parts.cardSchemes, 'name', ({ name }) => name),
    ...checkCardRanges(parts.cardSchemes),
    ...checkCardRanges(parts.cardIssuers),
  ];
}

function findDoubles<Entry>(
  placed: readonly Placed<Entry>[],
  field: string,
  keyOf: (entry: Entry) => string,
): CatalogProblem[] {
  const first = new Map<string, Placed<Entry>>();
  return placed.flatMap((one) => {
    const key = keyOf(one.entry);
    const earlier = first.get(key);
    if (earlier !== undefined) {
      return [
        problemAt(one, field, `"${key}" is already used at ${earlier.file}: ${earlier.path}`),
      ];
    }
    first.set(key, one);
    return [];
  });
}

function checkReferences(
  placed: Placed<CatalogMethod>,
  groups: ReadonlySet<string>,
  countries: ReadonlySet<string>,
): CatalogProblem[] {
  const { group, countries: offered } = placed.entry;
  const unknown = offered === '*' ? [] : offered.filter((code) => !countries.has(code));
  return [
    ...(groups.has(group) ? [] : [problemAt(placed, 'group', `"${group}" is not in groups.json`)]),
    ...unknown.map((code) => problemAt(placed, 'countries', `"${code}" is not in countries.json`)),
  ];
}

/** Checks that a choice of banks has banks in every country, and a name of its own in the order. */
function checkBankChoice(
  placed: Placed<CatalogMethod>,
  withBanks: ReadonlySet<string>,
): CatalogProblem[] {
  const { hasBankChoice, countries, fields = [] } = placed.entry;
  if (hasBankChoice !== true) return [];
  const without = countries === '*' ? ['*'] : countries.filter((code) => !withBanks.has(code));
  const report = (message: string) => problemAt(placed, 'hasBankChoice', message);
  return [
    ...without.map((code) => report(`payer-banks.json has no banks of the country "${code}"`)),
    ...fields
      .filter(({ name, alias = name }) => name === 'bank' || alias === 'bank')
      .map(({ name }) => report(`the bank would take the place of the field "${name}"`)),
  ];
}

/**
 * Checks that the packages of a brand with sweepstakes are in its currency and can be paid, and that its
 * regions are known.
 */
function checkSweepstake({ sweepstake, coinBoxes, methods }: CatalogParts): CatalogProblem[] {
  if (sweepstake === null) return [];
  const { currency, excludedRegions } = sweepstake.entry;
  const canPay = methods.some(
    ({ entry }) =>
      entry.transaction === 'deposit' &&
      paysPackages(entry) &&
      entry.amount_rules[currency] !== undefined,
  );
  return [
    ...(canPay ? [] : [problemAt(sweepstake, 'currency', `no deposit method takes ${currency}`)]),
    ...findUnknownRegions(excludedRegions).map((region) =>
      problemAt(sweepstake, 'excludedRegions', `"${region}" is in no country`),
    ),
    ...coinBoxes
      .filter(({ entry }) => entry.priceCurrencyCode !== currency)
      .map((box) => problemAt(box, 'priceCurrencyCode', `is not the sweepstakes' ${currency}`)),
  ];
}

function checkCoinBox(placed: Placed<CatalogCoinBox>): CatalogProblem[] {
  const faults = findPackageFaults(placed.entry);
  return faults.map(({ field, message }) => problemAt(placed, field, message));
}
