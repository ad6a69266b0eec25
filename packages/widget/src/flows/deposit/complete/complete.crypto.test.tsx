import type { DepositState } from '@kassa/contract';
import { buildDepositState, buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heading, pass, setUpComplete } from './testing/set-up-complete.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const coin = buildPaymentMethod({ name: 'card', category: 'crypto', text: { en: 'Ethereum' } });
const txid = '0x4f3d1c0be2a94c6d8e7f60718293a4b5c6d7e8f90123456789abcdef0fe9ac21';

const seen = (confirmations: number, status: DepositState['status'] = 'PENDING') =>
  buildDepositState({
    status,
    chain: {
      blockchain: 'ETHEREUM',
      txid,
      confirmations,
      cryptoAmount: '0.0250',
      cryptoCurrency: 'ETH',
    },
  });

const setUp = (confirmations: number) =>
  setUpComplete({
    'methods-payment-v3': buildOffer([coin]),
    'deposit-status': seen(confirmations),
  });

const blocks = () => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'));

test('a detected payment shows its blocks, its steps and the link to the explorer', async () => {
  await setUp(11);
  expect(heading()).toMatch(/^0\.025\sETH seen$/);
  expect(screen.getByText(/11 of 16 confirmations\. You can close this page/)).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Confirmations' })).toBeTruthy();
  expect(blocks()).toBe(11);
  const steps = screen.getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Transaction found',
    'Confirming on Ethereum~4 min left',
    'Credited to your account',
  ]);
  expect(steps[1]?.getAttribute('aria-current')).toBe('step');
  const explorer = screen.getByRole('link', { name: 'View in explorer' });
  expect(explorer.getAttribute('href')).toBe(`https://etherscan.io/tx/${txid}`);
  expect(screen.getByText('0x4f3…9ac21')).toBeTruthy();
});

test.each([
  ['BITCOIN', 0, 15],
  ['BITCOIN', 4, 3],
  ['TRON', 19, 1],
] as const)(
  '%s with %i blocks has %i minutes left (§9)',
  async (blockchain, confirmations, minutes) => {
    await setUpComplete({
      'methods-payment-v3': buildOffer([coin]),
      'deposit-status': buildDepositState({ chain: { blockchain, txid, confirmations } }),
    });
    expect(screen.getByText(`~${minutes} min left`)).toBeTruthy();
  },
);

test('the counter moves with the blocks, but not to the last one, however long it takes', async () => {
  await setUp(11);
  await pass(12_000);
  expect(blocks()).toBe(12);
  await pass(12_000);
  expect(blocks()).toBe(13);
  for (let minutes = 0; minutes < 5; minutes += 1) await pass(60_000);
  expect(blocks()).toBe(15);
  expect(heading()).toMatch(/^0\.025\sETH seen$/);
});

test('only the chain reports the last block: then the deposit is accepted, and later credited', async () => {
  const { transport } = await setUp(14);
  transport.answers['deposit-status'] = seen(16);
  await pass(5000);
  expect(blocks()).toBe(16);
  expect(screen.getByText('Confirmed on Ethereum')).toBeTruthy();
  expect(heading()).toBe('We are processing it');
  transport.answers['deposit-status'] = seen(20, 'PAYED');
  await pass(5000);
  expect(heading()).toBe('Deposit received');
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('a push without the chain keeps the count', async () => {
  const { transport } = await setUp(9);
  transport.answers['deposit-status'] = 'never';
  transport.push({
    name: 'deposit.status',
    data: { depositId: 'deposit-1', status: 0, word: 'PENDING', amount: '50.00', currency: 'EUR' },
  });
  await pass(0);
  expect(blocks()).toBe(9);
});
