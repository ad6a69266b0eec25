import { expect, test } from 'vitest';
import { analyticsEventNames, analyticsEventSchema, withdrawalEventNames } from './analytics.ts';

const accepts = (event: object) => analyticsEventSchema.safeParse(event).success;

test('accepts every event of a deposit, and only its own events for a withdrawal (§7)', () => {
  const sendable = (event_category: string) =>
    analyticsEventNames.filter((event) => accepts({ event, event_category }));
  expect(sendable('deposit')).toEqual(analyticsEventNames);
  expect(sendable('withdrawal')).toEqual([...withdrawalEventNames]);
  expect(sendable('withdrawal')).toHaveLength(7);
});

test('keeps the payload of §3 and drops other properties', () => {
  const event = {
    event: 'submit',
    event_category: 'deposit',
    currency: 'EUR',
    deposit_method: 'card',
    method_type: 'default',
    payment_region: 'de',
    submit_amount: '50.00',
  };
  expect(analyticsEventSchema.parse({ ...event, cardNumber: '4242424242424242' })).toEqual(event);
});

test.each([
  ['an amount as a number', { submit_amount: 50 }],
  ['an amount as words', { submit_amount: 'fifty' }],
  ['an unknown kind of method', { method_type: 'card' }],
  ['a long text', { error_text: 'x'.repeat(201) }],
])('rejects %s', (_, part) => {
  expect(accepts({ event: 'submit', event_category: 'deposit', ...part })).toBe(false);
});
