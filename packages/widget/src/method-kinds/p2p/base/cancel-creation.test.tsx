import { buildDepositState, buildDepositSummary } from '@kassa/test-kit';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { malformedAnswer, networkError } from '../../../transport/transport-error.ts';
import { buildP2pInvoice, emptyP2pResponse, findRow, setUpP2p } from '../testing/set-up-p2p.tsx';

type Response = Awaited<ReturnType<typeof buildP2pInvoice>>;

/** Renders the form with a creation that is answered later. */
function setUp() {
  const pending: ((response: Response | Error) => void)[] = [];
  const stage = setUpP2p({
    answers: {
      'deposit-create-p2p': () =>
        new Promise((resolve) => {
          pending.push(resolve);
        }),
    },
  });
  const signals: (AbortSignal | undefined)[] = [];
  const { call } = stage.transport;
  stage.transport.call = (name, request, options) => {
    if (name === 'deposit-create-p2p') signals.push(options?.signal);
    return call(name, request, options);
  };
  const signalOf = (at: number) => signals[at];
  const respond = async (at: number, response: Response | Error) => {
    await act(async () => pending[at]?.(response));
  };
  const sent = (count: number) =>
    waitFor(() => expect(stage.callsOf('deposit-create-p2p')).toHaveLength(count));
  return { ...stage, respond, sent, signalOf };
}

const cancel = () => screen.findByRole('button', { name: 'Cancel' });
const deposit = () => screen.findByRole('button', { name: 'Deposit €50.00' });

test('while it is being created the deposit counts as processing', async () => {
  const { pay, sent, callsOf } = setUp();
  await pay();
  await sent(1);
  expect((await deposit()).getAttribute('aria-busy')).toBe('true');
  window.dispatchEvent(new Event('pagehide'));
  expect(callsOf('session-form-on-close-modal')).toMatchObject([
    { keepalive: true, request: { paymentMethod: 'card_p2p' } },
  ]);
});

test('a canceled creation frees the form at once, and its deposit is canceled', async () => {
  const { pay, user, sent, respond, callsOf, pathOf, eventsOf, messagesOf } = setUp();
  await pay();
  await sent(1);
  await user.click(await cancel());
  const button = await deposit();
  expect(button.getAttribute('aria-busy')).toBeNull();
  expect(document.activeElement).toBe(button);
  expect(screen.getByLabelText<HTMLInputElement>('Amount').disabled).toBe(false);
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(eventsOf('button')).toContainEqual(expect.objectContaining({ button_name: 'cancel' }));
  expect(callsOf('deposit-cancel')).toEqual([]);
  await respond(0, await buildP2pInvoice());
  expect(callsOf('deposit-cancel')).toMatchObject([
    { request: { depositId: 'deposit-1', paymentMethod: 'card_p2p' } },
  ]);
  expect(pathOf()).toBe('/deposit/peer-to-peer/base');
  expect(messagesOf('Metric')).not.toContainEqual(
    expect.objectContaining({ payload: { name: 'deposit.create', value: 'fail' } }),
  );
});

test('a later press is a new attempt with new keys, which no earlier response moves', async () => {
  const { pay, user, sent, respond, callsOf, pathOf } = setUp();
  await pay();
  await sent(1);
  await user.click(await cancel());
  await user.click(await deposit());
  await respond(0, await buildP2pInvoice({}, { depositId: 'deposit-0' }));
  await sent(2);
  const [first, second] = callsOf('deposit-create-p2p');
  expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  expect(callsOf('session-start')).toHaveLength(2);
  expect(pathOf()).toBe('/deposit/peer-to-peer/base');
  expect(callsOf('deposit-cancel')).toMatchObject([{ request: { depositId: 'deposit-0' } }]);
  await respond(1, await buildP2pInvoice());
  await findRow('Card number');
  expect(callsOf('deposit-cancel')).toHaveLength(1);
});

describe('a press before the canceled creation is settled', () => {
  /** Cancels a creation, whose deposit is canceled later, and presses again. */
  async function pressAgain() {
    const stage = setUp();
    let confirm = () => {};
    stage.transport.answers['deposit-cancel'] = () =>
      new Promise((resolve) => {
        confirm = () => resolve(buildDepositState({ status: 'CANCELED' }));
      });
    await stage.pay();
    await stage.sent(1);
    await stage.user.click(await cancel());
    await stage.user.click(await deposit());
    await waitFor(() => expect(stage.callsOf('session-start')).toHaveLength(2));
    await act(async () => {});
    return { ...stage, confirm: () => act(async () => confirm()) };
  }

  test('waits until its deposit is canceled, busy and cancelable', async () => {
    const { sent, respond, callsOf, confirm } = await pressAgain();
    expect(callsOf('deposit-create-p2p')).toHaveLength(1);
    expect((await deposit()).getAttribute('aria-busy')).toBe('true');
    expect(await cancel()).toBeTruthy();
    await respond(0, await buildP2pInvoice());
    expect(callsOf('deposit-cancel')).toHaveLength(1);
    expect(callsOf('deposit-create-p2p')).toHaveLength(1);
    await confirm();
    await sent(2);
  });

  test('is never sent where the player cancels it too, or leaves', async () => {
    const { user, respond, callsOf, confirm, pathOf } = await pressAgain();
    await user.click(await cancel());
    await user.click(await deposit());
    await waitFor(() => expect(callsOf('session-start')).toHaveLength(3));
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(pathOf()).toBe('/deposit'));
    await respond(0, await buildP2pInvoice());
    await confirm();
    expect(callsOf('deposit-create-p2p')).toHaveLength(1);
    expect(callsOf('deposit-cancel')).toHaveLength(1);
  });

  test('waits also where another press was canceled before its creation', async () => {
    const { user, callsOf, transport } = await pressAgain();
    await user.click(await cancel());
    transport.answers['session-start'] = 'never';
    await user.click(await deposit());
    await user.click(await cancel());
    transport.answers['session-start'] = { payment_session_id: 'session-4' };
    await user.click(await deposit());
    await waitFor(() => expect(callsOf('session-start')).toHaveLength(4));
    await act(async () => {});
    expect(callsOf('deposit-create-p2p')).toHaveLength(1);
  });

  test('waits also in a form that the player has come back to', async () => {
    const { user, sent, respond, callsOf, confirm, pathOf, router } = await pressAgain();
    await user.click(await cancel());
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(pathOf()).toBe('/deposit'));
    act(() => router.navigate({ to: 'Peer to peer base', search: { method: 'card_p2p' } }));
    await user.click(await deposit());
    await waitFor(() => expect(callsOf('session-start')).toHaveLength(3));
    expect(callsOf('deposit-create-p2p')).toHaveLength(1);
    await respond(0, await buildP2pInvoice());
    await confirm();
    await sent(2);
  });
});

test.each([
  ['by which nothing can be paid', emptyP2pResponse],
  ['that is no deposit at all', malformedAnswer('deposit-create-p2p', 200)],
])('a response %s is no matter for the host once it is canceled', async (_, response) => {
  const { pay, user, sent, respond, bridge } = setUp();
  await pay();
  await sent(1);
  await user.click(await cancel());
  const { length } = bridge.sent;
  await respond(0, response);
  expect(bridge.sent.slice(length)).toEqual([]);
});

test('neither a failed creation nor a failed cancellation of its deposit is shown', async () => {
  const { pay, user, sent, respond, transport } = setUp();
  transport.answers['deposit-cancel'] = networkError('lost');
  await pay();
  await sent(1);
  await user.click(await cancel());
  await respond(0, await buildP2pInvoice());
  await user.click(await deposit());
  await sent(2);
  await user.click(await cancel());
  await respond(1, networkError('lost'));
  expect((await deposit()).getAttribute('aria-busy')).toBeNull();
  expect(screen.queryByText(/did not go through|don’t know yet/)).toBeNull();
});

test('a canceled creation has its deposit canceled after the player has left', async () => {
  const { pay, user, sent, respond, callsOf, pathOf, signalOf } = setUp();
  await pay();
  await sent(1);
  await user.click(await cancel());
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(pathOf()).toBe('/deposit'));
  expect(signalOf(0)?.aborted).toBe(false);
  await respond(0, await buildP2pInvoice());
  expect(callsOf('deposit-cancel')).toMatchObject([
    { request: { depositId: 'deposit-1', paymentMethod: 'card_p2p' } },
  ]);
});

test('a player who leaves meanwhile finds the deposit in the list', async () => {
  const { pay, user, sent, respond, transport, callsOf, pathOf } = setUp();
  await pay();
  await sent(1);
  const listed = buildDepositSummary({ paymentMethod: 'card_p2p' });
  transport.answers['deposit-list'] = { deposits: [listed] };
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(pathOf()).toBe('/deposit'));
  await respond(0, await buildP2pInvoice());
  expect(await screen.findByRole('region', { name: 'Unfinished deposit' })).toBeTruthy();
  expect(callsOf('deposit-cancel')).toEqual([]);
});
