import { expect, test } from 'vitest';
import { splitDetails } from './split-details.ts';

const bank = { name: 'bankName', value: 'Kapitalbank' };
const scheme = { name: 'paymentSystem', value: 'Uzcard', isCopyable: false };
const card = { name: 'cardNumber', type: 'card', value: '8600140441235071' };
const phone = { name: 'phone', type: 'phone', value: '+998901234567' };
const reference = { name: 'transaction_description', value: 'KS-7Q2M-41XK' };

test('the first number is the one to pay to, and its scheme stands beside it', () => {
  expect(splitDetails([bank, scheme, card, phone, reference])).toEqual({
    number: card,
    scheme: 'Uzcard',
    references: [reference],
    rest: [bank, phone],
  });
});

test('only a card has its scheme beside it', () => {
  const { number, rest } = splitDetails([scheme, phone]);
  expect(number).toBe(phone);
  expect(rest).toEqual([scheme]);
});

test.each(['account_number', 'clabe', 'pixKey'])('%s is a number by its name', (name) => {
  const requisite = { name, value: '0123456789' };
  expect(splitDetails([bank, requisite]).number).toBe(requisite);
});

test('nothing that can’t be copied is the number, nor what nobody knows', () => {
  const till = { name: 'till', value: '17' };
  expect(splitDetails([{ ...card, isCopyable: false }, till]).number).toBeNull();
});
