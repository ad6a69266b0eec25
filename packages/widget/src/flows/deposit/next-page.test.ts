import { cardViewTypes, codePages, decodeNextStep } from '@kassa/contract';
import { buildCreatedDeposit } from '@kassa/test-kit';
import { beforeAll, expect, test } from 'vitest';
import { methodKinds } from '../../app/method-kinds.ts';
import { provideMethodKinds } from './method-kinds.ts';
import { opensPopup, resolvePaidHere } from './next-page.ts';

beforeAll(() => provideMethodKinds(methodKinds));

test.each(Object.entries(cardViewTypes))(
  'the press opens a popup for %s as its kind says',
  (name, cardViewType) => {
    const isPaidHere = [...codePages, 'virtual', 'bankTransfer'].some((kind) => kind === name);
    expect(opensPopup({ cardViewType })).toBe(!isPaidHere);
  },
);

test('the press opens a popup for an unknown card view type, as for a redirect', () => {
  expect(opensPopup({ cardViewType: 99 })).toBe(true);
});

test('the press opens no popup for a method that is paid on a page of the widget', () => {
  expect(opensPopup({ cardViewType: cardViewTypes.default, isPaidHere: true })).toBe(false);
});

const invoice = { payment_amount: '50', payment_currency: 'EUR', lifetime: 60 };
const created = '2026-01-01T00:00:00Z';
const requisites = [{ name: 'iban', value: 'DE89370400440532013000' }];
const code = { qrCodeText: 'upi://pay?pa=k@bank' };

test.each([
  ['a code', 'pix', code, 'Redirect deposit Pix', true],
  ['a form', null, { unifiedFlow: invoice }, 'Redirect deposit unified form', false],
  [
    'a form with a code',
    null,
    { unifiedFlow: { ...invoice, ...code } },
    'Redirect deposit unified form',
    true,
  ],
  ['an account', null, { ...invoice, requisites, ...code }, 'Deposit host to host', false],
] as const)('%s is paid on its page until its end', (_, pageId, data, to, hasCode) => {
  const times = 'unifiedFlow' in data ? {} : { created, lifetime: 60 };
  const { next } = decodeNextStep(
    buildCreatedDeposit({ source: null, pageId, data: { ...data, ...times } }),
  );
  const expiresAtMs = 'created' in times ? Date.parse(created) + 60_000 : null;
  expect(resolvePaidHere(next)).toEqual({ to, hasCode, expiresAtMs });
});

test('a deposit that is paid elsewhere has no such page', () => {
  expect(resolvePaidHere(decodeNextStep(buildCreatedDeposit()).next)).toBeNull();
});
