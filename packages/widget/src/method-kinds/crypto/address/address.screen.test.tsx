import type { CallResponse } from '@kassa/contract';
import {
  buildChainTransaction,
  buildCoinMethod,
  buildCryptoAddress,
  buildDepositState,
  buildOffer,
  buildTokenAddress,
  buildTokenMethod,
} from '@kassa/test-kit';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { layOutLists } from '../../../testing/lay-out.ts';
import { erc, setUpAddress, trc } from '../testing/set-up-address.tsx';

layOutLists();

const shown = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
const copyButton = () => screen.findByRole('button', { name: 'Copy address' });
const addressText = () =>
  screen.getByRole('region', { name: /to this address/ }).querySelector('bdi')?.textContent;
const fact = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('the converter', () => {
  const box = () => screen.findByRole('textbox', { name: 'How much USDT is that?' });

  test('tells about how much of the coin an amount is, and when it is too little', async () => {
    setUpAddress();
    const user = userEvent.setup();
    await user.type(await box(), '50');
    expect(await screen.findByText(/^≈ 54\.34\sUSDT$/)).toBeTruthy();
    expect(screen.getByText(/^At the present rate/)).toBeTruthy();
    await user.clear(await box());
    await user.type(await box(), '4.1');
    expect(await screen.findByText(/^≈ 4\.45\sUSDT$/)).toBeTruthy();
    expect(screen.getByText(/^Less than the minimum of 5\sUSDT$/)).toBeTruthy();
  });

  test('is not there without a rate, or where the exact amount is known', async () => {
    const { callsOf } = setUpAddress({
      answers: { 'payment-convert-v2': { amount: '0', currency: 'EUR', rate: null } },
    });
    await copyButton();
    await waitFor(() => expect(callsOf('payment-convert-v2')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  });

  test('comes with its rate, and moves nothing: it is the last on the page', async () => {
    const answer = Promise.withResolvers<CallResponse<'payment-convert-v2'>>();
    setUpAddress({ answers: { 'payment-convert-v2': () => answer.promise } });
    await copyButton();
    expect(screen.queryByRole('textbox')).toBeNull();
    answer.resolve({ amount: '4.60', currency: 'EUR', rate: '0.92' });
    const converter = (await box()).closest('section');
    expect(converter?.nextElementSibling).toBeNull();
    expect(converter?.parentElement).toBe(screen.getByText(/^This page goes on/).parentElement);
  });
});

describe('the screen', () => {
  test('shows the minimum, its value, the network, and how long a credit takes', async () => {
    setUpAddress();
    await copyButton();
    expect(addressText()).toBe(shown);
    await waitFor(() => expect(fact('Minimum')).toMatch(/^5\sUSDT≈ €4\.60$/));
    expect(fact('Network')).toBe('TRON (TRC-20)');
    expect(fact('Usually credited in')).toBe('5 min · 20 blocks');
    expect(fact('Reference')).toBe('KS-7Q2M-41XK');
    expect(screen.getByText(/Send only USDT on the network TRON/)).toBeTruthy();
    expect(screen.queryByText('Token contract')).toBeNull();
    expect(screen.queryByRole('heading', { name: /How to pay/i })).toBeNull();
  });

  test('leaves the value out without a rate', async () => {
    const { callsOf } = setUpAddress({
      answers: { 'payment-convert-v2': { amount: '0', currency: 'EUR', rate: null } },
    });
    await copyButton();
    await waitFor(() => expect(callsOf('payment-convert-v2')).toHaveLength(1));
    expect(fact('Minimum')).toMatch(/^5\sUSDT$/);
  });

  test('highlights both ends of the address, which runs from left to right in Arabic too', async () => {
    setUpAddress({ locale: 'ar' });
    const ends = await screen.findAllByText(/^(TXYZo|kAeBf)$/);
    expect(ends.map(({ textContent }) => textContent)).toEqual(['TXYZo', 'kAeBf']);
    expect(ends[0]?.closest('bdi')?.dir).toBe('ltr');
  });

  test('copies the address, and says so for 3 s', async () => {
    setUpAddress();
    const button = await copyButton();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    fireEvent.click(button);
    await pass(2999);
    expect(await navigator.clipboard.readText()).toBe(shown);
    const said = () => screen.queryAllByText('Copied').length;
    const before = said();
    expect(before).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Copy address' })).toBeTruthy();
    await pass(1);
    expect(said()).toBeLessThan(before);
  });

  test('shares in an app alone', async () => {
    const { view } = setUpAddress();
    await copyButton();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
    view.unmount();
    const { user, bridge } = setUpAddress({ isNative: true });
    await copyButton();
    await user.click(screen.getAllByRole('button', { name: 'Share' })[0] as HTMLElement);
    expect(bridge.sent).toContainEqual({ messageType: 'onShare', payload: { text: shown } });
  });

  test('has a token’s contract, to be copied', async () => {
    const { user } = setUpAddress({ path: '/deposit/crypto/address?method=usdt_erc20' });
    await copyButton();
    expect(fact('Token contract')).toContain('0xdAC…31ec7');
    expect(screen.getByText(/Send only the USDT of the contract .0xdAC…31ec7.:/)).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'For a wallet' })).toHaveProperty('checked', true);
    await user.click(screen.getByRole('button', { name: 'Copy: Token contract' }));
    expect(await navigator.clipboard.readText()).toBe('0xdAC17F958D2ee523a2206206994597C13D831ec7');
  });

  test.each([true, undefined])(
    'of a coin without a way back says so first: %s',
    async (isOneWay) => {
      setUpAddress({
        answers: { 'methods-payment-v3': buildOffer([{ ...trc, ...(isOneWay && { isOneWay }) }]) },
      });
      await copyButton();
      const words = screen.queryByText(/^You can’t withdraw USDT on TRON/);
      expect(words !== null).toBe(isOneWay === true);
    },
  );

  test('begins with the address alone where the wallet’s code names no token', async () => {
    setUpAddress();
    await copyButton();
    expect(screen.getByRole('radio', { name: 'Address only' })).toHaveProperty('checked', true);
  });

  test('has one code where the chain’s number is unknown', async () => {
    setUpAddress({
      path: '/deposit/crypto/address?method=usdt_erc20',
      address: buildTokenAddress({ chainId: undefined }),
    });
    await copyButton();
    expect(screen.getByRole('img', { name: /QR/ })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'For a wallet' })).toBeNull();
  });

  const setUpMemo = (isNative: boolean) => {
    const ton = buildCoinMethod({
      name: 'toncoin',
      network: 'TON',
      coin: { currency: 'TON', blockchain: 'TON', min: '1', max: '100' },
    });
    return setUpAddress({
      isNative,
      path: '/deposit/crypto/address?method=toncoin',
      address: buildCryptoAddress({
        blockchain: 'TON',
        cryptoName: 'TON',
        memo: '4821773',
        depositAddress: 'UQBvW8Z5huBkMJYdnfAEM5JqTNkuWX3diqYENkWsIL0XggGG',
      }),
      answers: { 'methods-payment-v3': buildOffer([ton]) },
    });
  };

  test('asks for the memo, which the code of the address alone lacks', async () => {
    const { user } = setUpMemo(false);
    await copyButton();
    expect(screen.getByText(/Add the comment to the payment/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Copy: Comment (memo)' }));
    expect(await navigator.clipboard.readText()).toBe('4821773');
    const note = 'This code has no comment in it: type the comment yourself.';
    expect(screen.queryByText(note)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Address only' }));
    expect(screen.getByText(note)).toBeTruthy();
  });

  test('shares the memo with the address', async () => {
    const { user, bridge } = setUpMemo(true);
    await copyButton();
    await user.click(screen.getAllByRole('button', { name: 'Share' })[0] as HTMLElement);
    const text = 'UQBvW8Z5huBkMJYdnfAEM5JqTNkuWX3diqYENkWsIL0XggGG\nComment (memo): 4821773';
    expect(bridge.sent).toContainEqual({ messageType: 'onShare', payload: { text } });
  });

  test.each([
    ['it can’t be read', buildCryptoAddress({ depositAddress: 'TXYZ opYRdj2D9' })],
    ['it names another chain', buildCryptoAddress({ depositAddress: 'TXYZ-opYRdj2D9' })],
    ['the chain is another', buildCryptoAddress({ blockchain: 'ETHEREUM' })],
    ['the coin is another', buildCryptoAddress({ cryptoName: 'TRX' })],
  ])('shows no address where %s, but the reference', async (_, address) => {
    const { bridge } = setUpAddress({ address });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This address is not safe');
    expect(alert.textContent).toContain('KS-7Q2M-41XK');
    expect(screen.queryByRole('img', { name: /QR/ })).toBeNull();
    expect(document.body.textContent).not.toContain('opYRdj2D9');
    expect(JSON.stringify(bridge.sent)).toContain('differs from its code');
  });

  test('has an instruction and the crypto bonus where the host wants them', async () => {
    setUpAddress({
      hostData: {
        experiments: [{ key: 'crypto_bonus', group: 'group_b' }],
        schema: { meta: { isCryptoBonusAvailable: true, showCryptoInstruction: true } },
      },
    });
    await copyButton();
    expect(screen.getByText('5% on top, instantly')).toBeTruthy();
    expect(screen.getByText('Copy the address or scan the code.')).toBeTruthy();
  });

  test('goes on to the status once a push tells of the payment', async () => {
    const { transport, router } = setUpAddress();
    await copyButton();
    const chain = buildChainTransaction({ state: 'pending', confirmations: 0 });
    transport.answers['deposit-status'] = buildDepositState({ currency: 'USDT', chain });
    transport.push({
      name: 'deposit.status',
      data: { depositId: 'deposit-1', status: 0, amount: '5', currency: 'USDT', chain },
    });
    expect(await screen.findByRole('heading', { name: /25\sUSDT seen/ })).toBeTruthy();
    expect(router.getPlace()?.route.name).toBe('Complete deposit');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(router.getPlace()?.route.name).toBe('Deposit list'));
  });

  test('stays for a payment that the network dropped', async () => {
    setUpAddress({
      answers: {
        'deposit-status': buildDepositState({
          chain: buildChainTransaction({ state: 'dropped', confirmations: 0 }),
        }),
      },
    });
    expect(await copyButton()).toBeTruthy();
  });

  test('says that the address stays valid when the time is over', async () => {
    const { transport } = setUpAddress();
    await copyButton();
    transport.answers['deposit-status'] = buildDepositState({ status: 'AUTO_CANCELED' });
    transport.connect();
    expect(await screen.findByText(/the address stays valid/)).toBeTruthy();
    expect(addressText()).toBe(shown);
  });
});

describe('the networks', () => {
  const many = ['BITCOIN', 'ETHEREUM', 'TON', 'LITECOIN', 'BINANCE_SMART_CHAIN', 'TRON'] as const;
  const methods = many.map((blockchain, position) =>
    buildTokenMethod({
      name: `usdt_${blockchain}`,
      position,
      network: undefined,
      coin: { currency: 'USDT', blockchain, min: '5', max: '100' },
    }),
  );

  test('more than five are searched, whatever the case', async () => {
    const { user } = setUpAddress({
      path: '/deposit/crypto/address?method=usdt_TRON',
      answers: { 'methods-payment-v3': buildOffer(methods) },
    });
    await copyButton();
    await user.click(await screen.findByRole('combobox', { name: 'Network', busy: false }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('combobox'), 'BNB sm');
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'BNB Smart Chain (BEP-20)',
    ]);
  });

  test.each([
    ['the TRC network', [trc, erc], 'usdt_trc20'],
    ['the last one without it', methods.slice(0, 3), 'usdt_TON'],
  ])('a coin chosen without one gets %s', async (_, offered, name) => {
    const { router } = setUpAddress({
      path: '/deposit/crypto/address?coin=USDT',
      answers: { 'methods-payment-v3': buildOffer([...offered]), 'deposit-create': 'never' },
    });
    await waitFor(() => expect(router.getPlace()?.search.method).toBe(name));
  });

  test('a coin that isn’t offered leads to the list', async () => {
    const { router } = setUpAddress({ path: '/deposit/crypto/address?coin=DOGE' });
    await waitFor(() => expect(router.getPlace()?.route.name).toBe('Deposit list'));
  });
});
