import { expect, test } from 'vitest';
import { calls } from '../calls.ts';

const { request, response, ...call } = calls['bank-get'];

test('it is retried, and costs as much as any look-up (§7)', () => {
  expect(call).toMatchObject({ method: 'POST', isRetried: true, isCreating: false, cost: 'usual' });
});

test.each(['411111', '4111112', '41111122'])('%s is accepted', (bin) => {
  expect(request.parse({ payment_method: 'card', bin })).toEqual({ payment_method: 'card', bin });
});

test.each(['', '41111', '411111222', '4111111111111111', '4111 11', '٤١١١١١', '411111\n'])(
  '"%s" is rejected, and not repeated in the message',
  (bin) => {
    const parsed = request.safeParse({ payment_method: 'card', bin });
    expect(parsed.error?.issues).toHaveLength(1);
    expect(parsed.error?.issues[0]?.message).toBe(
      'must be the first 6 to 8 digits of a card number',
    );
  },
);

test.each([
  { scheme: null, bank: null },
  { scheme: { name: 'Napas', iconId: null }, bank: { name: 'Bank', country: null } },
  { scheme: { name: 'Visa', iconId: 'visa' }, bank: { name: 'Bank', country: 'vn' } },
])('an unknown scheme or bank is null: %j', (answer) => {
  expect(response.parse(answer)).toEqual(answer);
});
