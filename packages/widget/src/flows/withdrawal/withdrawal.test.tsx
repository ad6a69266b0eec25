import { buildOffer, buildPaymentGroup, buildPaymentMethod } from '@kassa/test-kit';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setStage } from '../../testing/stage.tsx';

const letters = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta'];
const banks = letters.map((name) => buildPaymentMethod({ name, text: { en: name } }));
const names = banks.map(({ name }) => name);

function setUp(path = '/withdrawal', group = 'cards') {
  const groups = [buildPaymentGroup({ name: group, paymentMethods: names })];
  const stage = setStage({
    path,
    answers: {
      'methods-withdrawal': buildOffer([...banks, buildPaymentMethod()], groups),
      'banks-nigeria': { banks: [] },
    },
  });
  render(stage.element);
  const asked = () =>
    stage.transport.calls.filter(({ name }) => name === 'methods-withdrawal').length;
  const at = (name: string) =>
    waitFor(() => expect(stage.router.getPlace()?.route.name).toBe(name));
  return { ...stage, asked, at, user: userEvent.setup() };
}

test('the list leads through a group to a method', async () => {
  const { user, at, router } = setUp();
  const groups = await screen.findByRole('region', { name: 'More ways to withdraw' });
  await user.click(within(groups).getByRole('link', { name: /Cards/ }));
  await at('Withdrawal group list');
  await user.click(await screen.findByRole('link', { name: /beta/ }));
  await at('Withdrawal group');
  expect(router.getPlace()?.search).toEqual({ method: 'beta', group: 'cards' });
  expect(await screen.findByLabelText('Amount')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await at('Withdrawal group list');
});

test('the Nigerian banks have their own screen', async () => {
  const { user, at } = setUp('/withdrawal', 'banksNigeria');
  await user.click(await screen.findByRole('link', { name: /Cards/ }));
  await at('Withdrawal Nigerian banks');
});

test('a single method for all Nigerian banks leads to their screen too', async () => {
  const groups = [buildPaymentGroup({ name: 'banksNigeria', paymentMethods: ['alpha'] })];
  const offer = buildOffer(banks.slice(0, 1), groups);
  const { router, element } = setStage({
    path: '/withdrawal',
    answers: { 'methods-withdrawal': offer, 'banks-nigeria': { banks: [] } },
  });
  render(element);
  await userEvent.click(await screen.findByRole('link', { name: /alpha/ }));
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('Withdrawal Nigerian banks'));
});

test('the refetch flag loads the methods again and is removed from the address', async () => {
  const { router, asked, at } = setUp('/withdrawal?refetch=1');
  await screen.findByRole('link', { name: /Cards/ });
  expect(asked()).toBe(1);
  expect(router.getPlace()?.search).toEqual({});
  router.navigate({ to: 'Withdrawal region' });
  await at('Withdrawal region');
  router.navigate({ to: 'Withdrawal list' });
  await at('Withdrawal list');
  expect(asked()).toBe(1);
  router.navigate({ to: 'Withdrawal list', search: { refetch: '1' } });
  await waitFor(() => expect(asked()).toBe(2));
});

test('a method that is not on offer redirects to the list', async () => {
  await setUp('/withdrawal/redirect?method=gone').at('Withdrawal list');
});

test('the events of back and close have the whole payload of §3', async () => {
  const { user, bridge } = setUp('/withdrawal/redirect?method=beta&group=cards');
  await screen.findByLabelText('Amount');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  const payload = {
    event_category: 'withdrawal',
    currency: 'EUR',
    withdrawal_method: 'beta',
    method_type: 'fiat',
    payment_region: 'de',
  };
  expect(
    bridge.sent.flatMap((sent) => (sent.messageType === 'onAnalyticsEvent' ? [sent.payload] : [])),
  ).toEqual([
    { ...payload, event: 'form_view', form_type: 'withdrawal' },
    { ...payload, event: 'exit' },
    { ...payload, event: 'button', button_name: 'back' },
  ]);
});
