import type { HostData } from '@kassa/contract';
import { buildBonus, buildOffer, buildPaymentGroup, buildPaymentMethod } from '@kassa/test-kit';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSessionStore } from '../../../session/session-store.ts';
import { setStage } from '../../../testing/stage.tsx';

const coins = ['btc', 'eth', 'ltc', 'ton', 'trx', 'xmr'].map((name) =>
  buildPaymentMethod({ name, category: 'crypto', text: { en: name.toUpperCase() } }),
);
/** A method to buy coins is in the same group, and has no crypto bonus. */
const buying = buildPaymentMethod({ name: 'moonpay', category: 'onramp' });
const offer = buildOffer(
  [buildPaymentMethod(), ...coins, buying],
  [
    buildPaymentGroup({
      name: 'crypto',
      label: 'group.crypto',
      paymentMethods: [...coins, buying].map(({ name }) => name),
    }),
  ],
);

async function setUp(hostData: Partial<HostData>) {
  const stage = setStage({ hostData, answers: { 'methods-payment-v3': offer } });
  render(stage.element);
  await screen.findByRole('link', { name: /Bank card/ });
  return stage;
}

test('the list shows the player’s bonuses', async () => {
  await setUp({ bonusList: [buildBonus()] });
  expect(await screen.findByRole('group', { name: 'Bonuses' })).toBeTruthy();
});

test('the list shows no bonuses where the host has none, and takes a later one', async () => {
  await setUp({});
  expect(screen.queryByRole('group', { name: 'Bonuses' })).toBeNull();
  act(() => useSessionStore.getState().setBonusList([buildBonus()]));
  expect(await screen.findByRole('group', { name: 'Bonuses' })).toBeTruthy();
  act(() => useSessionStore.getState().setBonusList([]));
  expect(screen.getByText('This bonus has ended')).toBeTruthy();
});

test('the crypto bonus replaces them, and shows on the tiles of crypto', async () => {
  await setUp({
    bonusList: [buildBonus()],
    experiments: [{ key: 'crypto_bonus', group: 'group_b' }],
    schema: { meta: { isCryptoBonusAvailable: true, showCryptoInstruction: false } },
  });
  expect(await screen.findByText('5% on top, instantly')).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Bonuses' })).toBeNull();
  const tile = await screen.findByRole('link', { name: /Cryptocurrency/ });
  expect(tile.textContent).toContain('+5% instantly');
  expect(screen.getByRole('link', { name: /Bank card/ }).textContent).not.toContain('+5%');
});
