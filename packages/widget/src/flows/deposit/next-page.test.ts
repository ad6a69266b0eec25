import { cardViewTypes, codePages, decodeNextStep } from '@kassa/contract';
import { buildCreatedDeposit, buildCreatedOffers } from '@kassa/test-kit';
import { beforeAll, expect, test } from 'vitest';
import { methodKinds } from '../../app/method-kinds.ts';
import { provideMethodKinds } from './method-kinds.ts';
import { opensPopup, resolvePaidHere } from './next-page.ts';

beforeAll(() => provideMethodKinds(methodKinds));

test.each(Object.entries(cardViewTypes))(
  'the press opens a popup for %s as its kind says',
  (name, cardViewType) => {
    const own = [...codePages, 'virtual', 'bankTransfer', 'india', 'p2p', 'onramp'];
    expect(opensPopup({ cardViewType })).toBe(!own.includes(name));
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
  ['a code', 'pix', code, 'Redirect deposit Pix', 'code'],
  ['a form', null, { unifiedFlow: invoice }, 'Redirect deposit unified form', 'details'],
  [
    'a form with a code',
    null,
    { unifiedFlow: { ...invoice, ...code } },
    'Redirect deposit unified form',
    'code',
  ],
  ['an account', null, { ...invoice, requisites, ...code }, 'Deposit host to host', 'details'],
] as const)('%s is paid on its page until its end', (_, pageId, data, to, shows) => {
  const times = 'unifiedFlow' in data ? {} : { created, lifetime: 60 };
  const { next } = decodeNextStep(
    buildCreatedDeposit({ source: null, pageId, data: { ...data, ...times } }),
  );
  const expiresAtMs = 'created' in times ? Date.parse(created) + 60_000 : null;
  expect(resolvePaidHere(next, undefined)).toEqual({ to, shows, expiresAtMs });
});

test('a deposit with offers goes on at its offers, which are renewed until its own end', () => {
  const { next } = decodeNextStep(buildCreatedOffers());
  const offers = { to: 'OnRamp offer list', shows: 'offers', expiresAtMs: null };
  expect(resolvePaidHere(next, undefined)).toEqual(offers);
});

test('an account is paid on the page of its method’s own kind', () => {
  const { next } = decodeNextStep(
    buildCreatedDeposit({ source: null, data: { ...invoice, requisites } }),
  );
  const pageOf = (cardViewType: number) => resolvePaidHere(next, { cardViewType })?.to;
  expect(pageOf(cardViewTypes.india)).toBe('Indian invoice');
  expect(pageOf(cardViewTypes.virtual)).toBe('Deposit host to host');
});

test('a deposit that is paid elsewhere has no such page', () => {
  expect(resolvePaidHere(decodeNextStep(buildCreatedDeposit()).next, undefined)).toBeNull();
});
