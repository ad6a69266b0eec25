import { percentOf } from './amounts.ts';
import { inventName } from './invent-name.ts';
import { hexDigits, ownReference } from './own-account.ts';
import { chargedOf, type Payment, type PaymentRequest } from './payment.ts';

/** The merchant's card view type of payments from person to person. */
const p2pViewType = 5;

/** The stated lifetime of an invoice. A later payment to the person arrives too. */
const personSeconds = 900;

/**
 * What a payment from person to person is answered with, by the last two digits of its amount
 * before the decimal point, so that tests and players reach each on purpose.
 */
const behaviours = {
  '11': 'anotherAmount',
  '12': 'form',
  '13': 'codeFirst',
  '14': 'invalid',
} as const;

type PersonBehaviour = (typeof behaviours)[keyof typeof behaviours] | 'usual';

type Asked = Pick<PaymentRequest, 'amount' | 'cardViewType'>;

/** Returns what the amount of a payment asks for; null if it isn't paid from person to person. */
export function personBehaviourOf({ amount, cardViewType }: Asked): PersonBehaviour | null {
  if (cardViewType !== p2pViewType) return null;
  const [whole = ''] = amount.split('.');
  const ending = Object.entries(behaviours).find(([digits]) => whole.endsWith(digits));
  return ending?.[1] ?? 'usual';
}

/** How a person receives money: to a card of a scheme, or to a phone number. */
type Receiving = { prefix: string; bankName?: string } & (
  | { kind: 'card'; system: string }
  | { kind: 'phone'; system?: string }
);

/**
 * How the person of a method receives: by a word of the method's name, else by the currency. The
 * numbers are invented: no bank issues cards with these prefixes, and no network has such phones.
 */
const receivings: readonly (readonly [word: string, receiving: Receiving])[] = [
  ['bkash', { kind: 'phone', prefix: '+88010', system: 'bKash' }],
  ['nagad', { kind: 'phone', prefix: '+88010', system: 'Nagad' }],
  ['p2p_market', { kind: 'phone', prefix: '+7000' }],
  ['odengi', { kind: 'phone', prefix: '+996000', bankName: 'O!Dengi' }],
  ['sbp', { kind: 'phone', prefix: '+7000' }],
  ['humo', { kind: 'card', prefix: '986000', system: 'Humo' }],
  ['elcart', { kind: 'card', prefix: '941700', system: 'Elcart' }],
  ['UZS', { kind: 'card', prefix: '860000', system: 'Uzcard' }],
  ['TJS', { kind: 'card', prefix: '505827', system: 'Korti Milli' }],
  ['RUB', { kind: 'card', prefix: '220000', system: 'Mir' }],
];

const usualReceiving: Receiving = { kind: 'card', prefix: '400000', system: 'Visa' };

function receivingOf({ method, currency }: PaymentRequest): Receiving {
  const found = receivings.find(([word]) => method.includes(word) || currency === word);
  return found?.[1] ?? usualReceiving;
}

/** The digits of a phone number after its prefix, so that no two payments are likely to share it. */
const phoneDigits = 7;

/** Returns the person to pay to, with the exact sum; without card and phone if it is invalid. */
export function encodePerson(payment: Payment) {
  const { id, request, createdAt } = payment;
  const behaviour = personBehaviourOf(request);
  const charged = chargedOf(request);
  const country = request.customer?.country?.toUpperCase();
  return {
    amount: behaviour === 'anotherAmount' ? percentOf(charged, '99') : charged,
    currency: request.currency,
    ...(behaviour !== 'invalid' && encodeAccount(payment)),
    ...(country !== undefined && /^[A-Z]{2}$/.test(country) && { country }),
    reference: ownReference(id),
    createdAt: new Date(createdAt ?? 0).toISOString(),
    expiresInSeconds: personSeconds,
  };
}

function encodeAccount({ id, request }: Pick<Payment, 'id' | 'request'>) {
  const receiving = receivingOf(request);
  const { bankName = 'Sandbox Bank (simulated)', system } = receiving;
  return {
    bankName,
    ...(system !== undefined && { system }),
    holder: holderOf(request, id),
    ...(receiving.kind === 'card'
      ? { cardNumber: cardNumberOf(receiving.prefix, id) }
      : { phone: `${receiving.prefix}${digitsOf(id, phoneDigits)}` }),
  };
}

/** Returns a person's name as such services show it: `Aida S.` */
function holderOf({ customer, currency }: PaymentRequest, id: string): string {
  return inventName({ country: customer?.country, currency }, id).replace(/(?<= .).*/u, '.');
}

/** Whether a payment is made to a person with this card or phone, typed with or without the plus. */
export function isPaidToPerson(payment: Payment, account: string): boolean {
  const behaviour = personBehaviourOf(payment.request);
  if (behaviour === null || behaviour === 'invalid') return false;
  const { cardNumber, phone } = { cardNumber: null, phone: null, ...encodeAccount(payment) };
  return account === cardNumber || (phone !== null && account === phone) || `+${account}` === phone;
}

/** Returns a card number of 16 digits, always the same for a payment, with a right check digit. */
function cardNumberOf(prefix: string, id: string): string {
  const digits = `${prefix}${digitsOf(id, 9)}`;
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function digitsOf(id: string, count: number): string {
  const digits = BigInt(`0x${hexDigits(id) || '0'}`) % 10n ** BigInt(count);
  return digits.toString().padStart(count, '0');
}
