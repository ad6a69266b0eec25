import type { Requisite } from '@kassa/contract';
import { plainName } from '../../../../features/requisites/requisite-list.tsx';
import { isOwnReference } from '../payment-facts.tsx';

/** The details of an account, by their place on the sheet. */
interface SplitDetails {
  /** What the player enters first: the number of a card or an account, a phone, a UPI ID. */
  number: Requisite | null;
  /** Other details without which the payment isn't recognized. */
  references: readonly Requisite[];
  /** The number's card scheme. */
  scheme: string | null;
  /** Bank, recipient, and whatever else the provider sends. */
  rest: readonly Requisite[];
}

const numberTypes: ReadonlySet<string> = new Set(['card', 'iban', 'account', 'phone', 'vpa']);

const numberNames: ReadonlySet<string> = new Set([
  'accountNumber',
  'bankAccount',
  'card',
  'cardNumber',
  'clabe',
  'iban',
  'number',
  'payeeAddress',
  'phone',
  'pixKey',
  'vpa',
  'wallet',
]);

/** Splits the details of an account by their place on the sheet; each keeps the order it came in. */
export function splitDetails(requisites: readonly Requisite[]): SplitDetails {
  const number = requisites.find(isNumber) ?? null;
  const scheme = number?.type === 'card' ? requisites.find(isScheme) : undefined;
  const others = requisites.filter((one) => one !== number && one !== scheme);
  return {
    number,
    scheme: scheme?.value ?? null,
    references: others.filter(({ name }) => isOwnReference(name)),
    rest: others.filter(({ name }) => !isOwnReference(name)),
  };
}

function isNumber({ name, type = '', isCopyable = true }: Requisite): boolean {
  return isCopyable && (numberTypes.has(type) || numberNames.has(plainName(name)));
}

function isScheme({ name }: Requisite): boolean {
  return plainName(name) === 'paymentSystem';
}
