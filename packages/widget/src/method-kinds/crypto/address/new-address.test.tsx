import {
  buildAddressDeposit,
  buildBonus,
  buildChainTransaction,
  buildCreatedDeposit,
  buildDepositState,
  buildDepositSummary,
} from '@kassa/test-kit';
import { act, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { bonusStoreOf } from '../../../features/bonus/bonus-store.ts';
import { layOutLists } from '../../../testing/lay-out.ts';
import { setStage } from '../../../testing/stage.tsx';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import { answerAddresses, setUpAddress, trc } from '../testing/set-up-address.tsx';

layOutLists();

const shown = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
const copyButton = () => screen.findByRole('button', { name: 'Copy address' });
const addressText = () =>
  screen.getByRole('region', { name: /to this address/ }).querySelector('bdi')?.textContent;

const refusal = new TransportError({
  kind: 'refused',
  code: 'method.unavailable',
  message: '',
  status: 409,
});

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('the deposit', () => {
  test('is created once the coin is chosen: the coin’s minimum, in the coin', async () => {
    const { callsOf, router } = setUpAddress();
    await copyButton();
    expect(callsOf('deposit-create')).toHaveLength(1);
    const [{ request, idempotencyKey }] = callsOf('deposit-create') as [
      ReturnType<typeof callsOf>[number],
    ];
    expect(request).toMatchObject({
      paymentType: 'usdt_trc20',
      amount: '5',
      currency: 'USDT',
      isActivatedBonus: false,
      isAnother: false,
    });
    expect(idempotencyKey).toBeTruthy();
    expect(router.getPlace()?.search.depositId).toBe('deposit-1');
  });

  test('is no submission: nothing was pressed', async () => {
    const { bridge, callsOf } = setUpAddress();
    await copyButton();
    expect(callsOf('session-start')).toHaveLength(1);
    const events = bridge.sent.flatMap((message) =>
      message.messageType === 'onAnalyticsEvent' ? [message.payload.event] : [],
    );
    expect(events).not.toContain('submit');
    expect(events).not.toContain('payment_session_started');
  });

  test('is created once where development mounts the screen twice', async () => {
    const stage = setStage({
      path: '/deposit/crypto/address?method=usdt_trc20',
      answers: answerAddresses(),
    });
    render(<StrictMode>{stage.element}</StrictMode>);
    await copyButton();
    expect(stage.transport.calls.filter(({ name }) => name === 'deposit-create')).toHaveLength(1);
  });

  test('is the same after a look at another network, and back leads to the list', async () => {
    const { callsOf, user, router } = setUpAddress({ path: '/deposit/crypto' });
    await user.click((await screen.findAllByRole('link', { name: /Tether/ }))[0] as HTMLElement);
    await copyButton();
    await user.click(screen.getByRole('radio', { name: 'ERC-20' }));
    await waitFor(() => expect(addressText()).toMatch(/^0x52908/));
    await user.click(screen.getByRole('radio', { name: 'TRC-20' }));
    await waitFor(() => expect(addressText()).toBe(shown));
    expect(callsOf('deposit-create')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit/crypto'));
  });

  const alreadyOpen = new TransportError({
    kind: 'refused',
    code: 'deposit.alreadyOpen',
    message: '',
    status: 409,
    reference: 'KS-7Q2M-41XK',
    params: { depositId: 'deposit-9', createdAt: '2026-11-20T12:00:00.000Z' },
  });

  test('is an open one, where the server names it', async () => {
    const { callsOf, router } = setUpAddress({ answers: { 'deposit-create': alreadyOpen } });
    await copyButton();
    expect(router.getPlace()?.search.depositId).toBe('deposit-9');
    expect(callsOf('deposit-create')).toHaveLength(1);
  });

  test('is another where the open one’s payment is on the chain, and was shown once', async () => {
    const { callsOf, router, user } = setUpAddress({
      path: '/deposit/crypto',
      answers: {
        'deposit-create': ({ isAnother }) =>
          isAnother ? { ...buildAddressDeposit(), depositId: 'deposit-10' } : alreadyOpen,
        'deposit-get': ({ depositId }) => ({
          deposit: buildDepositSummary({
            depositId,
            paymentMethod: trc.name,
            ...(depositId === 'deposit-9' && { chain: buildChainTransaction() }),
          }),
          created: { ...buildAddressDeposit(), depositId },
        }),
      },
    });
    const choose = async () =>
      user.click((await screen.findAllByRole('link', { name: /Tether/ }))[0] as HTMLElement);
    await choose();
    await waitFor(() => expect(router.getPlace()?.route.name).toBe('Complete deposit'));
    expect(router.getPlace()?.search.depositId).toBe('deposit-9');
    expect(callsOf('deposit-create')).toHaveLength(1);
    router.navigate({ to: 'Crypto list' });
    await choose();
    await copyButton();
    expect(router.getPlace()?.search.depositId).toBe('deposit-10');
  });

  const lookAtOther = async () => {
    const stage = setUpAddress({ path: '/deposit/crypto/address?method=usdt_trc20' });
    await copyButton();
    await stage.user.click(screen.getByRole('radio', { name: 'ERC-20' }));
    await waitFor(() => expect(addressText()).toMatch(/^0x52908/));
    const seen = { amount: '5', currency: 'USDT', chain: buildChainTransaction() };
    const { answers } = stage.transport;
    answers['deposit-status'] = buildDepositState(seen);
    const summary = buildDepositSummary({
      ...seen,
      depositId: 'deposit-1',
      paymentMethod: trc.name,
    });
    answers['deposit-get'] = { deposit: summary, created: null };
    const push = () =>
      stage.transport.push({
        name: 'deposit.status',
        data: { depositId: 'deposit-1', status: 0, ...seen },
      });
    return { ...stage, push };
  };
  const expectStatus = async (router: Awaited<ReturnType<typeof lookAtOther>>['router']) => {
    expect(await screen.findByRole('heading', { name: /25\sUSDT seen/ })).toBeTruthy();
    expect(router.getPlace()?.search).toMatchObject({
      depositId: 'deposit-1',
      method: 'usdt_trc20',
    });
  };

  test('whose payment is seen while another network shows leads to its status', async () => {
    const { push, router } = await lookAtOther();
    push();
    await expectStatus(router);
  });

  test('whose payment was seen meanwhile leads to its status when its network shows again', async () => {
    const { user, router, started } = await lookAtOther();
    started.queryClient.removeQueries({ queryKey: ['deposit-get', 'deposit-1'] });
    await user.click(screen.getByRole('radio', { name: 'TRC-20' }));
    await expectStatus(router);
  });

  test('of another method than the address’s shows with its own method', async () => {
    const { router } = setUpAddress({
      path: '/deposit/crypto/address?depositId=deposit-1&method=usdt_erc20',
    });
    await copyButton();
    await waitFor(() => expect(router.getPlace()?.search.method).toBe('usdt_trc20'));
    expect(addressText()).toBe(shown);
    expect(screen.getByRole('radio', { name: 'TRC-20' })).toHaveProperty('checked', true);
  });

  test('has the bonus that the player chose, once the account is known', async () => {
    const bonus = buildBonus();
    const { callsOf } = setUpAddress({ hostData: { bonusList: [bonus], bonusId: bonus.id } });
    await copyButton();
    expect(callsOf('deposit-create')[0]?.request).toMatchObject({
      isActivatedBonus: true,
      bonusId: bonus.id,
    });
  });

  test('with another bonus than the last one is another', async () => {
    const [first, second] = [buildBonus(), buildBonus({ id: 'bonus-2' })];
    const hostData = { bonusList: [first, second], bonusId: first.id };
    const { callsOf, user, router, started } = setUpAddress({
      path: '/deposit/crypto',
      hostData,
      answers: {
        'deposit-create': ({ bonusId, isAnother }) =>
          bonusId === first.id || isAnother
            ? { ...buildAddressDeposit(), depositId: `with ${bonusId}` }
            : alreadyOpen,
      },
    });
    const goToAddress = async () => {
      await user.click((await screen.findAllByRole('link', { name: /Tether/ }))[0] as HTMLElement);
      await copyButton();
      return router.getPlace()?.search.depositId;
    };
    const back = () => user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await goToAddress()).toBe(`with ${first.id}`);
    await back();
    act(() => bonusStoreOf(started.session).dispatch({ kind: 'chosen', id: second.id }));
    expect(await goToAddress()).toBe(`with ${second.id}`);
    expect(callsOf('deposit-create').at(-1)?.request).toMatchObject({
      bonusId: second.id,
      isAnother: true,
    });
    // Back to the first choice: that deposit is still there.
    await back();
    act(() => bonusStoreOf(started.session).dispatch({ kind: 'chosen', id: first.id }));
    expect(await goToAddress()).toBe(`with ${first.id}`);
  });

  test('that fails tells why, and a retry repeats it under the same key', async () => {
    const { callsOf, user, transport } = setUpAddress({
      answers: { 'deposit-create': networkError('lost') },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('couldn’t be loaded');
    transport.answers['deposit-create'] = buildAddressDeposit();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await copyButton();
    const [first, second] = callsOf('deposit-create');
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  test('that is refused leads to the other methods', async () => {
    const { user, router } = setUpAddress({
      answers: { 'deposit-create': refusal },
    });
    await user.click(await screen.findByRole('button', { name: 'Choose another method' }));
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit'));
  });

  test('with a provider’s own page offers its link', async () => {
    setUpAddress({ answers: { 'deposit-create': buildCreatedDeposit() } });
    expect(await screen.findByRole('link', { name: /Continue to payment/ })).toBeTruthy();
  });
});
