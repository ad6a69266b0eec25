import type { DepositState } from '@kassa/contract';
import {
  buildChainTransaction,
  buildCoinMethod,
  buildDepositState,
  buildDepositSummary,
  buildOffer,
  buildPaymentMethod,
} from '@kassa/test-kit';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heading, pass, press, setUpComplete } from './testing/set-up-complete.tsx';

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
  expect(heading()).toBe('€50.00 received');
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

const usdt = buildCoinMethod({ name: 'card' });
const setUpCoin = (deposit: Partial<DepositState>) => {
  const state = buildDepositState({ amount: '5', currency: 'USDT', ...deposit });
  const summary = buildDepositSummary({ ...state, paymentMethod: 'card' });
  return setUpComplete({
    'methods-payment-v3': buildOffer([usdt]),
    'deposit-status': state,
    'deposit-get': { deposit: summary, created: null },
  });
};
const fact = (name: string) =>
  screen.queryByText(name, { selector: 'dt' })?.parentElement?.querySelector('dd')?.textContent;

test('a payment in no block waits for the first one, and the timer counts none', async () => {
  await setUpCoin({ chain: buildChainTransaction({ state: 'pending', confirmations: 0 }) });
  expect(heading()).toMatch(/^25\sUSDT seen$/);
  expect(screen.getByText(/^Waiting for the first block\. You can close/)).toBeTruthy();
  const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(steps).toEqual([
    'Transaction found',
    'Waiting for the first block',
    'Confirming on TRON~5 min left',
    'Credited to your account',
  ]);
  await pass(60_000);
  expect(blocks()).toBe(0);
});

test('what was sent shows with its value, and not the coin’s minimum', async () => {
  await setUpCoin({ chain: buildChainTransaction() });
  expect(fact('Sent')).toMatch(/^25\sUSDT$/);
  expect(fact('Value')).toBe('€23.10');
  expect(fact('Amount')).toBeUndefined();
});

test('what was credited shows in the account’s currency, without a word about another amount', async () => {
  await setUpCoin({
    status: 'PAYED',
    processingAmount: '23.10',
    processingCurrency: 'EUR',
    chain: buildChainTransaction({ state: 'confirmed', confirmations: 20 }),
  });
  expect(heading()).toBe('€23.10 received');
  await press('Receipt');
  expect(fact('Amount')).toBe('€23.10');
  expect(fact('Sent')).toMatch(/^25\sUSDT$/);
  expect(fact('Value')).toBeUndefined();
  expect(screen.queryByText(/requested|converted/i)).toBeNull();
});

test.each(['AUTO_CANCELED', 'CANCELED'] as const)(
  'a payment to a deposit that is %s shows its blocks, until it is credited',
  async (status) => {
    const late = buildChainTransaction({ confirmations: 18, note: 'late' });
    const { transport } = await setUpCoin({ status, chain: late });
    expect(heading()).toMatch(/^25\sUSDT seen$/);
    expect(blocks()).toBe(18);
    expect(screen.getByText(/after the waiting time\. It is credited/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View in explorer' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await pass(3000);
    expect(blocks()).toBe(19);
    transport.answers['deposit-status'] = buildDepositState({
      status,
      chain: { ...late, confirmations: 20, state: 'confirmed' },
    });
    await pass(5000);
    expect(heading()).toBe('We are processing it');
    transport.answers['deposit-status'] = buildDepositState({ status: 'PAYED', chain: late });
    await pass(5000);
    expect(heading()).toBe('€50.00 received');
  },
);

test.each([
  ['replaced', 'The transaction was replaced'],
  ['dropped', 'The payment did not go through'],
] as const)(
  'a payment that was %s counts no blocks, and leads to the address',
  async (state, title) => {
    const { router } = await setUpCoin({
      chain: buildChainTransaction({ state, confirmations: 0 }),
    });
    expect(heading()).toBe(title);
    expect(screen.queryByRole('progressbar')).toBeNull();
    await pass(60_000);
    expect(heading()).toBe(title);
    await press('Back to the address');
    expect(router.getPlace()?.path).toBe('/deposit/crypto/address');
  },
);

test.each([
  ['belowMinimum', /less than the minimum\. It is credited/],
  ['aboveMaximum', /more than the maximum\. Support checks/],
  ['dust', /too little to be credited automatically/],
  ['otherCoin', /another coin than the address is for/],
  ['late', /after the waiting time\. It is credited/],
] as const)('the note %s has its words', async (note, words) => {
  await setUpCoin({ chain: buildChainTransaction({ note }) });
  expect(screen.getByText(words)).toBeTruthy();
});

test('a confirmed payment on which support decides isn’t said to be on its way', async () => {
  await setUpCoin({
    isReceived: true,
    chain: buildChainTransaction({ state: 'confirmed', confirmations: 20, note: 'dust' }),
  });
  expect(heading()).toBe('We are checking it');
});

test('several payments are listed, the newest first, each with its link and its blocks', async () => {
  const [first, second] = [buildChainTransaction({ txid: 'a'.repeat(64) }), 'b'.repeat(64)];
  await setUpCoin({
    chain: first,
    transactions: [
      first,
      buildChainTransaction({
        txid: second,
        state: 'confirmed',
        confirmations: 20,
        cryptoAmount: '2',
        finalAmount: '1.85',
        note: 'belowMinimum',
      }),
    ],
  });
  const list = within(screen.getByRole('region', { name: 'Payments to this address' }));
  const rows = list.getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual([
    '25 USDT11 of 20 blocks≈ €23.10aaaaa…aaaaa',
    '2 USDTConfirmed≈ €1.85bbbbb…bbbbbThis is less than the minimum. It is credited all the same.',
  ]);
  const links = list.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    `https://tronscan.org/#/transaction/${first.txid}`,
    `https://tronscan.org/#/transaction/${second}`,
  ]);
  expect(fact('Transaction')).toBeUndefined();
});

test('a payment on a test network has no link to the explorer of the real one', async () => {
  const one = buildChainTransaction({ isTestNetwork: true });
  await setUpCoin({ chain: one, transactions: [one, { ...one, txid: 'b'.repeat(64) }] });
  expect(screen.getByRole('heading', { name: /^25\sUSDT seen$/ })).toBeTruthy();
  expect(screen.getByText('bbbbb…bbbbb')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /explorer/ })).toBeNull();
});

test('an expired deposit by address says that the address stays valid', async () => {
  await setUpCoin({ status: 'AUTO_CANCELED' });
  expect(screen.getByText(/the address stays valid/)).toBeTruthy();
});
