import { encodeCoinBox } from '@kassa/contract';
import { buildOffer, buildPaymentMethod, type FakeAnswers } from '@kassa/test-kit';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setStage } from '../../testing/stage.tsx';

const empty = buildOffer([]);
const coin = buildPaymentMethod({ name: 'btc', category: 'crypto', text: { en: 'Bitcoin' } });
const box = encodeCoinBox({
  boxId: 'b1',
  gcAmount: '50000',
  scAmount: '5',
  price: '4.99',
  priceCurrencyCode: 'USD',
});

function setUp(path: string, answers: FakeAnswers, view: 'main' | 'sweep' = 'main') {
  const stage = setStage({ path, answers, hostData: { widgetViewType: view } });
  render(stage.element);
  const reports = () =>
    stage.bridge.sent.flatMap((message) =>
      message.messageType === 'Metric' ? [message.payload.value] : [],
    );
  const title = () => screen.findByText('No payment methods for this region');
  return { ...stage, reports, title, user: userEvent.setup() };
}

test.each<[string, FakeAnswers, 'main' | 'sweep', string, string]>([
  ['/deposit', { 'methods-payment-v3': empty }, 'main', 'deposit', 'Empty payment methods'],
  ['/withdrawal', { 'methods-withdrawal': empty }, 'main', 'withdrawal', 'Empty payment methods'],
  ['/deposit', { 'sweepstake-boxes': { boxes: [] } }, 'sweep', 'deposit', 'Empty sweepstakes'],
  [
    '/deposit',
    { 'sweepstake-boxes': { boxes: [box] }, 'methods-payment-v3': buildOffer() },
    'sweep',
    'deposit',
    'Empty payment methods',
  ],
  [
    '/withdrawal',
    { 'methods-withdrawal': buildOffer() },
    'sweep',
    'withdrawal',
    'Empty payment methods',
  ],
])('%s without content is the empty page (%#)', async (path, answers, view, flow, report) => {
  const { router, reports, title } = setUp(path, answers, view);
  await title();
  expect(router.getPlace()?.search).toEqual({ transaction: flow });
  expect(reports()).toEqual([report]);
});

test('a list with the direct-geo flag is the empty page, without an error report', async () => {
  const { router, reports, title } = setUp('/deposit?isDirectGeo=1', {});
  await title();
  expect(router.getPlace()?.search).toEqual({ transaction: 'deposit', isDirectGeo: '1' });
  expect(reports()).toEqual([]);
});

test('refresh loads the methods again, and the list shows', async () => {
  const { user, transport, title, router } = setUp('/withdrawal', { 'methods-withdrawal': empty });
  await title();
  transport.answers['methods-withdrawal'] = buildOffer();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('link', { name: /Bank card/ })).toBeTruthy();
  expect(router.getPlace()?.search).toEqual({});
});

test('another country can be chosen here, for the same flow', async () => {
  const { user, transport, title, router } = setUp('/withdrawal', { 'methods-withdrawal': empty });
  await title();
  transport.answers['methods-withdrawal'] = buildOffer();
  await user.click(screen.getByRole('button', { name: 'Choose another country' }));
  await user.click(await screen.findByRole('button', { name: 'France' }));
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('Withdrawal list'));
  expect(transport.calls).toContainEqual(
    expect.objectContaining({ name: 'methods-withdrawal', request: { country: 'fr' } }),
  );
});

test('the sweepstake cashier offers no other country', async () => {
  const { title } = setUp('/deposit', { 'methods-payment-v3': buildOffer([coin]) }, 'sweep');
  await title();
  expect(screen.queryByRole('button', { name: 'Choose another country' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy();
});
