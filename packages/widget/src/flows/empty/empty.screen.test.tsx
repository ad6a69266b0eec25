import { buildOffer, buildPaymentMethod, type FakeAnswers } from '@kassa/test-kit';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setStage } from '../../testing/stage.tsx';

const empty = buildOffer([]);
const coin = buildPaymentMethod({ name: 'btc', category: 'crypto', text: { en: 'Bitcoin' } });

function setUp(path: string, answers: FakeAnswers, view: 'main' | 'sweep' = 'main') {
  const stage = setStage({ path, answers, hostData: { widgetViewType: view } });
  render(stage.element);
  const title = () => screen.findByText('No payment methods for this region');
  return { ...stage, title, user: userEvent.setup() };
}

test('refresh asks anew, and the list shows what there is now', async () => {
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

test('the sweepstake cashier lacks packages, and offers no other country', async () => {
  setUp('/deposit', { 'methods-payment-v3': buildOffer([coin]) }, 'sweep');
  expect(await screen.findByText('No coin packages right now')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Choose another country' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy();
});

test('a withdrawal under way stays in reach by the history', async () => {
  const { user, title, router } = setUp('/withdrawal', { 'methods-withdrawal': empty });
  await title();
  await user.click(screen.getByRole('link', { name: 'History' }));
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('Deposit history'));
});
