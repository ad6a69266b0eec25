import { buildOffer } from '@kassa/test-kit';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Route } from '../routing/route.ts';
import { mainTree, setStage } from '../testing/stage.tsx';
import { networkError, TransportError } from '../transport/transport-error.ts';
import { errorRoute } from './error.route.ts';

function setUp(path: string, error?: Error) {
  const stage = setStage({ path, answers: error && { 'methods-payment-v3': error } });
  render(stage.element);
  return { ...stage, user: userEvent.setup() };
}

const errorMetric = (value: string) => ({
  messageType: 'Metric',
  payload: { name: 'error', value },
});

test('without a report the error is unknown', async () => {
  const { bridge } = setUp('/error');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Error occurred');
  expect(alert.textContent).toContain('Try to refresh the section');
  expect(bridge.sent).toContainEqual(errorMetric('Unknown error'));
  // The player and the host get the same reference.
  const reference = /KW-\w{4}-\w{4}/.exec(alert.textContent ?? '')?.[0];
  expect(bridge.sent).toContainEqual({
    messageType: 'Metric',
    payload: { name: 'error.reference', value: reference },
  });
});

test('an error that shows again has the same reference, for player and host', async () => {
  const { element, bridge, router } = setStage({
    path: '/deposit',
    answers: { 'methods-payment-v3': networkError('lost') },
  });
  const told = () =>
    bridge.sent.flatMap((message) =>
      message.messageType === 'Metric' && message.payload.name === 'error.reference'
        ? [message.payload.value]
        : [],
    );
  render(element);
  const reference = /KW-\w{4}-\w{4}/.exec(
    (await screen.findByRole('alert')).textContent ?? '',
  )?.[0];
  cleanup();
  render(element);
  expect((await screen.findByRole('alert')).textContent).toContain(reference);
  expect(told()).toEqual([reference, reference]);
  expect(router.getPlace()?.data).toMatchObject({ reference });
});

test('a lost connection is described as such', async () => {
  const { bridge } = setUp('/deposit', networkError('connection reset'));
  expect((await screen.findByRole('alert')).textContent).toContain('network connection failed');
  expect(bridge.sent).toContainEqual(errorMetric('connection reset'));
});

test('a failed call shows its reference, and refresh requests the same screen again', async () => {
  const { user, transport, router } = setUp(
    '/deposit/redirect?method=card',
    new TransportError({
      kind: 'refused',
      code: 'server.error',
      message: 'no',
      reference: 'KS-7Q2M-41XK',
    }),
  );
  expect((await screen.findByRole('alert')).textContent).toContain('KS-7Q2M-41XK');
  transport.answers['methods-payment-v3'] = buildOffer();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByLabelText('Amount');
  expect(router.getPlace()?.search).toEqual({ method: 'card' });
});

test('a screen whose code is missing is requested again with the whole page', async () => {
  const load = vi.fn().mockRejectedValue(new Error('no such chunk'));
  const region: Route = { name: 'Change deposit region', title: 'title.region', load };
  const { element, router } = setStage({
    path: '/deposit/region?from=list',
    tree: { ...mainTree, routes: [region, errorRoute] },
  });
  render(element);
  await screen.findByRole('alert');
  const reloaded = vi.spyOn(router, 'reload').mockImplementation(() => {});
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(reloaded).toHaveBeenCalledExactlyOnceWith({
    to: 'Change deposit region',
    search: { from: 'list' },
  });
});

test('back leads past the screen that failed', async () => {
  const { user, transport, router } = setUp('/deposit/redirect?method=card', networkError('lost'));
  await screen.findByRole('alert');
  transport.answers['methods-payment-v3'] = buildOffer();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByRole('link', { name: /Bank card/ });
  expect(router.getPlace()?.route.name).toBe('Deposit list');
});

test('a screen that failed for a missing token is requested again with the next token', async () => {
  const { bridge, transport } = setUp(
    '/deposit',
    new TransportError({ kind: 'refused', code: 'auth.tokenExpired', message: '' }),
  );
  await screen.findByRole('alert');
  transport.answers['methods-payment-v3'] = buildOffer();
  bridge.say({ messageType: 'token-updated', payload: { token: 'next' } });
  expect(await screen.findByRole('link', { name: /Bank card/ })).toBeTruthy();
});
