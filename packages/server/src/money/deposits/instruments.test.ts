import { expect, test, vi } from 'vitest';
import { keepReadable } from './instruments.ts';

const place = { brandId: 'kassa', connector: 'sandbox', depositId: 'a deposit' };
const card = {
  kind: 'card' as const,
  token: 'tok_1',
  masked: '•••• 4242',
  payerName: 'Zoë Müller',
};

function keep(part: object) {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const kept = keepReadable({ log }, { ...card, ...part }, place);
  return { kept, logged: log.warn.mock.calls.map(([fields]) => fields) };
}

test.each([
  [{}],
  [{ token: 'pm_1MqLiJLkdIwHu7ixUEgbFdYn' }],
  // A UUID and a hash may have digits like a card number.
  [{ token: '00000000-0000-0000-0000-411111111111' }],
  [{ token: 'ab4111111111111111ef' }],
  [{ token: '1234567890123' }],
  [{ masked: '411111******1111' }],
  [{ masked: 'DE•• •••• 3000', payerName: "O'Brien & Söhne GmbH" }],
])('%j is kept', (part) => {
  expect(keep(part)).toEqual({ kept: { ...card, ...part }, logged: [] });
});

test.each([
  ['token', '4111111111111111'],
  ['token', 'tok_4111111111111111'],
  ['token', '4111-1111-1111-1111'],
  ['token', 'x'.repeat(257)],
  ['token', 'tok\u0000'],
  ['masked', '4111 1111 1111 1111'],
  ['masked', '4111 1111 1111 1111 12/28'],
  ['masked', '123456789012'],
  ['masked', '•'.repeat(65)],
  ['payerName', '<script>alert(1)</script>'],
  ['payerName', 'Zoë 4111111111111111'],
  ['payerName', 'x'.repeat(201)],
])('a %s %j is left out, and the log does not name it', (name, value) => {
  const { kept, logged } = keep({ [name]: value });
  expect(kept).toEqual({ ...card, [name]: null });
  expect(logged).toEqual([{ ...place, dropped: [name] }]);
});

test('nothing is left of an instrument without any word', () => {
  expect(keep({ token: null, masked: ' ', payerName: '' })).toEqual({ kept: null, logged: [] });
  expect(keep({ token: null, masked: null, payerName: '<b>' }).kept).toBeNull();
});
