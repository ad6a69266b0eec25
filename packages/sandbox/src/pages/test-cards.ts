import type { DeclineReason } from '../decline-reasons.ts';

/** The outcome of a payment with a test card. */
export type CardBehaviour =
  | { kind: 'approve' }
  | { kind: 'secure' }
  | { kind: 'decline'; reason: DeclineReason };

interface TestCard {
  number: string;
  behaviour: CardBehaviour;
  /** The outcome in words. */
  label: string;
}

const declining = (number: string, reason: DeclineReason, label: string): TestCard => ({
  number,
  behaviour: { kind: 'decline', reason },
  label,
});

/** The only accepted numbers: well known from other test environments, issued by no bank. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', behaviour: { kind: 'approve' }, label: 'Approved' },
  { number: '5555555555554444', behaviour: { kind: 'approve' }, label: 'Approved' },
  { number: '4000000000003220', behaviour: { kind: 'secure' }, label: '3-D Secure' },
  declining('4000000000009995', 'insufficient_funds', 'Insufficient funds'),
  declining('4000000000006975', 'limit_exceeded', 'Limit exceeded'),
  declining('4000000000000127', 'wrong_details', 'Wrong details'),
  declining('4000000000000069', 'expired_card', 'Expired card'),
  declining('4000000000000002', 'not_permitted', 'Not permitted'),
  declining('4000000000009979', 'suspected_fraud', 'Suspected fraud'),
  declining('4000000000000119', 'technical_error', 'Technical error'),
];

/** A card form as filled in by the player. */
export interface CardForm {
  number: string;
  expiry: string;
  code: string;
}

/**
 * Validates a card form.
 * @returns the card's outcome, or a text for the player about what is wrong
 */
export function validateCard(
  { number, expiry, code }: CardForm,
  now: Date,
): CardBehaviour | string {
  const digits = number.replace(/[\s-]/g, '');
  const card = testCards.find((candidate) => candidate.number === digits);
  if (card === undefined)
    return 'Only the test numbers below are taken. Never type a real card here.';
  const [, month = '', year = ''] = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(\d{2})\s*$/.exec(expiry) ?? [];
  if (month === '') return 'Write the expiry date as MM/YY.';
  // A card is valid until the end of its month.
  const isOver = Date.UTC(2000 + Number(year), Number(month)) <= now.getTime();
  if (isOver) return 'This card has expired. Write a date to come.';
  if (!/^\d{3,4}$/.test(code.trim())) return 'The security code has three digits.';
  return card.behaviour;
}

export function formatCardNumber(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}
