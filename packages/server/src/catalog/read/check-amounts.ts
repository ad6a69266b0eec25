import {
  type AmountLimits,
  compareDecimals,
  decimalsOf,
  fitsCurrency,
  validateAmount,
} from '@kassa/contract';
import type { CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

type AmountRule = CatalogMethod['amount_rules'][string];

/** Checks a method's amounts: its limits, recommended and prefilled amounts, and its fee (§5). */
export function checkAmounts(placed: Placed<CatalogMethod>): CatalogProblem[] {
  const { amount_rules: rules } = placed.entry;
  const limits = Object.entries(rules).flatMap(([currency, rule]) => {
    const problems = checkRule(placed, currency, rule);
    // With invalid limits, every amount would be reported.
    return problems.length > 0 ? problems : checkRecommended(placed, currency, rule);
  });
  return limits.length > 0 ? limits : [...checkPrefilled(placed), ...checkFee(placed)];
}

function checkRule(
  placed: Placed<CatalogMethod>,
  currency: string,
  rule: AmountRule,
): CatalogProblem[] {
  const lowest = (['min', 'minNonRus'] as const).filter((name) => rule[name] !== undefined);
  return [
    ...lowest.flatMap((name) => {
      const limits = { min: rule[name] ?? '0', max: rule.max };
      return checkLimits(placed, `amount_rules.${currency}`, currency, limits, name);
    }),
    ...checkMax(placed, `amount_rules.${currency}`, currency, rule.max),
  ];
}

/** Checks a minimum amount, also against the maximum. */
export function checkLimits(
  placed: Placed<unknown>,
  path: string,
  currency: string,
  { min, max }: AmountLimits,
  name = 'min',
): CatalogProblem[] {
  const report = (message: string) => problemAt(placed, `${path}.${name}`, message);
  const problems: CatalogProblem[] = [];
  if (compareDecimals(min, '0') < 0) problems.push(report('must not be below zero'));
  if (compareDecimals(min, max) > 0) problems.push(report(`must not be above max (${max})`));
  if (!fitsCurrency(min, currency)) problems.push(report(describeDecimals(currency)));
  return problems;
}

/** Checks a maximum amount. */
export function checkMax(
  placed: Placed<unknown>,
  path: string,
  currency: string,
  max: string,
): CatalogProblem[] {
  const report = (message: string) => problemAt(placed, `${path}.max`, message);
  const problems: CatalogProblem[] = [];
  if (compareDecimals(max, '0') <= 0) problems.push(report('must be more than zero'));
  if (!fitsCurrency(max, currency)) problems.push(report(describeDecimals(currency)));
  return problems;
}

function describeDecimals(currency: string): string {
  return `${currency} has ${decimalsOf(currency)} decimals`;
}

/** Returns the limits of players in Russia, and those of all others. */
function limitsOf({ min, max, minNonRus = min }: AmountRule): AmountLimits[] {
  return [
    { min, max },
    { min: minNonRus, max },
  ];
}

function isPayable(amount: string, currency: string, rule: AmountRule): boolean {
  return limitsOf(rule).every((limits) => validateAmount(amount, currency, limits) === null);
}

function checkRecommended(
  placed: Placed<CatalogMethod>,
  currency: string,
  rule: AmountRule,
): CatalogProblem[] {
  const { recommendedAmounts = [] } = placed.entry;
  return recommendedAmounts.flatMap((amount, index) => {
    const message = `${amount} ${currency} cannot be paid within the limits`;
    return isPayable(amount, currency, rule)
      ? []
      : [problemAt(placed, `recommendedAmounts.${index}`, message)];
  });
}

function checkPrefilled(placed: Placed<CatalogMethod>): CatalogProblem[] {
  const { prefilledAmount = {}, amount_rules: rules } = placed.entry;
  return Object.entries(prefilledAmount).flatMap(([currency, amount]) => {
    const report = (message: string) => [problemAt(placed, `prefilledAmount.${currency}`, message)];
    const rule = rules[currency];
    if (rule === undefined) return report('is not a currency of the method');
    return isPayable(amount, currency, rule)
      ? []
      : report(`${amount} ${currency} cannot be paid within the limits`);
  });
}

function checkFee(placed: Placed<CatalogMethod>): CatalogProblem[] {
  const { fee = {}, amount_rules: rules } = placed.entry;
  const { percent = '0', fixed = {} } = fee;
  const problems: CatalogProblem[] = [];
  if (compareDecimals(percent, '0') < 0 || compareDecimals(percent, '100') >= 0) {
    problems.push(problemAt(placed, 'fee.percent', 'must be from 0 up to, not including, 100'));
  }
  for (const [currency, amount] of Object.entries(fixed)) {
    const report = (message: string) =>
      problems.push(problemAt(placed, `fee.fixed.${currency}`, message));
    const rule = rules[currency];
    if (rule === undefined) report('is not a currency of the method');
    else if (compareDecimals(amount, rule.max) >= 0) report(`must be below max (${rule.max})`);
    if (compareDecimals(amount, '0') < 0) report('must not be below zero');
    if (!fitsCurrency(amount, currency)) report(describeDecimals(currency));
  }
  return problems;
}
