import type { PaymentMethod } from '@kassa/contract';
import { buildOffer, buildPaymentGroup, buildPaymentMethod } from '@kassa/test-kit';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offerIn, shippedCountries } from '../../../testing/shipped-offer.ts';
import { setStage } from '../../../testing/stage.tsx';
import { arrangeMethods } from '../../method-list/arrange-methods.ts';
import { firstPick } from '../deposit-form/use-start-amount.ts';

/** The taps from the list to the press that leads to the provider, besides a method’s own fields. */
function countTaps(method: PaymentMethod, isOnList: boolean, money: [string, string]): number {
  const [country, currency] = money;
  if (isOnList) return ['tile', 'amount', 'button'].length;
  const isFilled =
    method.prefilledAmount?.[currency] !== undefined ||
    firstPick({ method, currency, country }) !== undefined;
  return ['group', 'tile', ...(isFilled ? [] : ['amount']), 'button'].length;
}

test('each method of a country’s currency is at most three taps from its provider', () => {
  const problems = shippedCountries.flatMap(({ code, currency }) => {
    const { methods, groups } = offerIn(code, currency);
    const onList = new Set(
      arrangeMethods(methods, groups).flatMap((section) =>
        section.kind === 'folded' ? [] : section.methods,
      ),
    );
    const far = methods.filter(
      (method) => countTaps(method, onList.has(method), [code, currency]) > 3,
    );
    const few = methods.length > 10 ? [] : [`only ${methods.length} methods`];
    return [...few, ...far.map(({ name }) => name)].map((problem) => `${code}: ${problem}`);
  });
  expect(problems).toEqual([]);
});

beforeEach(() => void vi.spyOn(window, 'open').mockReturnValue(null));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const wallets = ['w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7'].map((name) =>
  buildPaymentMethod({ name, text: { en: `Wallet ${name}` }, recommendedAmounts: ['30', '60'] }),
);
const group = buildPaymentGroup({ paymentMethods: wallets.map(({ name }) => name) });
const card = buildPaymentMethod();

test.each([
  ['a method on the list', [/^Bank card/, '50', /^Deposit/], '50', null],
  ['a method of a group', [/^Cards/, /^Wallet w7/, /^Deposit/], '30', null],
  ['the last used method', [/^Wallet w7/, /^Deposit/], '45', 'w7'],
  ['another one in its group', [/^Cards/, /^Wallet w5/, /^Deposit/], '45', 'w7'],
])('%s: the taps %j create a deposit of %s', async (_, taps, amount, lastMethod) => {
  if (lastMethod !== null) localStorage.setItem('kassa.anna.last-amount.EUR', '45');
  const offer = {
    ...buildOffer([...wallets, card], [group]),
    ...(lastMethod !== null && { lastPaid: { paymentMethod: lastMethod, isRepeatable: false } }),
  };
  const answers = { 'methods-payment-v3': offer };
  const { element, transport } = setStage({ answers, playerKey: 'anna' });
  render(element);
  const user = userEvent.setup();
  for (const [index, name] of taps.entries()) {
    const role = index === taps.length - 1 || name === '50' ? 'button' : 'link';
    await user.click(await screen.findByRole(role, { name }));
  }
  const created = () => transport.calls.find(({ name }) => name === 'deposit-create')?.request;
  await waitFor(() => expect(created()).toMatchObject({ amount }));
});

test('the operator’s own initial amount counts in a group too', async () => {
  const own = wallets.map((wallet) => ({ ...wallet, prefilledAmount: { EUR: '75' } }));
  const answers = { 'methods-payment-v3': buildOffer(own, [group]) };
  render(setStage({ path: '/deposit/group/redirect?method=w1&group=cards', answers }).element);
  expect(await screen.findByLabelText('Amount')).toHaveProperty('value', '75');
});
