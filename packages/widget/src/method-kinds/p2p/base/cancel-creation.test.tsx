import { buildDepositSummary } from '@kassa/test-kit';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { networkError } from '../../../transport/transport-error.ts';
import { buildP2pInvoice, findRow, setUpP2p } from '../testing/set-up-p2p.tsx';

// No server receives measurements here.
vi.mock('../../../telemetry/start-rum.ts', () => ({ startRum: () => () => {} }));

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
  const respond = async (at: number, response: Response | Error) => {
    await act(async () => pending[at]?.(response));
  };
  const sent = (count: number) =>
    waitFor(() => expect(stage.callsOf('deposit-create-p2p')).toHaveLength(count));
  return { ...stage, respond, sent };
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
  await sent(2);
  const [first, second] = callsOf('deposit-create-p2p');
  expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  expect(callsOf('session-start')).toHaveLength(2);
  await respond(0, await buildP2pInvoice({}, { depositId: 'deposit-0' }));
  expect(pathOf()).toBe('/deposit/peer-to-peer/base');
  expect(callsOf('deposit-cancel')).toMatchObject([{ request: { depositId: 'deposit-0' } }]);
  await respond(1, await buildP2pInvoice());
  await findRow('Card number');
  expect(callsOf('deposit-cancel')).toHaveLength(1);
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
