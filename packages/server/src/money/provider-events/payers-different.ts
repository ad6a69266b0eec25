import { hasIbanForm, isMasked, toNumberForm } from '../../ground/encryption/account-digest.ts';
import { compareNames } from '../../players/compare-names.ts';
import type { TransferDetails } from './transfer-details.ts';

type Payer = Pick<TransferDetails, 'payerName' | 'payerAccount'>;

/**
 * Whether two reports name payers that can't be one: by the accounts if both have a comparable number,
 * else by the names. An unknown payer may be anybody. Banks cut and mask what they report, so that a
 * doubt is no difference.
 */
export function arePayersDifferent(one: Payer | null, other: Payer | null): boolean {
  const accounts = compareNumbers(one?.payerAccount ?? null, other?.payerAccount ?? null);
  if (accounts !== 'unclear') return accounts === 'different';
  const [name, another] = [one?.payerName ?? null, other?.payerName ?? null];
  if (name === null || another === null) return false;
  const isSame = ([whole, holder]: [string, string]) =>
    compareNames({ first: null, last: whole }, holder) !== 'different';
  return ![[name, another] as [string, string], [another, name] as [string, string]].some(isSame);
}

/** Numbers of one kind and length are compared; a masked or cut number says nothing. */
function compareNumbers(
  one: string | null,
  other: string | null,
): 'same' | 'different' | 'unclear' {
  const [left, right] = [fold(one), fold(other)];
  if (left === null || right === null) return 'unclear';
  if (left === right) return 'same';
  return left.length === right.length && hasIbanForm(left) === hasIbanForm(right)
    ? 'different'
    : 'unclear';
}

/** Whether the numbers of two accounts of the operator can't be one; of a masked one the end counts. */
export function areAccountsDifferent(one: string | null, other: string | null): boolean {
  const compared = compareNumbers(one, other);
  if (compared !== 'unclear') return compared === 'different';
  const [left, right] = [one, other].map((number) => /\d{4}$/.exec(number?.trim() ?? '')?.[0]);
  return left !== undefined && right !== undefined && left !== right;
}

/** A whole number without its spaces and dashes; null if it is masked, or too short to be one. */
function fold(number: string | null): string | null {
  const text = toNumberForm(number ?? '');
  return /^[A-Z0-9]{8,}$/.test(text) && !isMasked(text) ? text : null;
}
