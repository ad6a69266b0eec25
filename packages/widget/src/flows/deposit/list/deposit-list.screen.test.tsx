import {
  buildOffer,
  buildPaymentGroup,
  buildPaymentMethod,
  type FakeAnswers,
} from '@kassa/test-kit';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setStage } from '../../../testing/stage.tsx';
import { TransportError } from '../../../transport/transport-error.ts';

const names = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'];
const methods = names.map((name, index) =>
  buildPaymentMethod({ name: name.toLowerCase(), text: { en: name }, position: index }),
);

function setUp(answers: FakeAnswers = {}, path = '/deposit') {
  const stage = setStage({ path, answers });
  render(stage.element);
  return { user: userEvent.setup(), ...stage };
}

test('shows region, balance and methods, and tells the host once', async () => {
  const { bridge } = setUp();
  expect(await screen.findByText('Germany')).toBeTruthy();
  expect(await screen.findByText('Main account · €120.00')).toBeTruthy();
  const tile = await screen.findByRole('link', { name: /Bank card/ });
  expect(tile.textContent).toContain('€10 – €5,000');
  expect(tile.textContent).toContain('instant');
  expect(bridge.sent.filter(({ messageType }) => messageType === 'FullLoaded')).toHaveLength(1);
});

test('asks for the region, and leaves the currency to the account', async () => {
  const { transport } = setUp();
  await screen.findByRole('link', { name: /Bank card/ });
  expect(transport.calls).toContainEqual(
    expect.objectContaining({
      name: 'methods-payment-v3',
      request: { country: 'de', abTestGroup: 'group_a' },
    }),
  );
});

test('a search narrows the list down, or says that nothing was found', async () => {
  const { user } = setUp({ 'methods-payment-v3': buildOffer(methods) });
  const search = await screen.findByRole('searchbox', { name: 'Search 5 methods' });
  await user.type(search, 'ta');
  const tiles = within(screen.getByRole('region', { name: '2 methods found' }));
  const found = tiles.getAllByRole('link').map((link) => link.querySelector('b')?.textContent);
  expect(found).toEqual(['Beta', 'Delta']);
  await user.type(search, 'xyz');
  expect(screen.getByText('Nothing found')).toBeTruthy();
});

test('a large group is one tile that leads to its own screen, and back', async () => {
  const group = buildPaymentGroup({ paymentMethods: methods.map(({ name }) => name) });
  const { user } = setUp({ 'methods-payment-v3': buildOffer(methods, [group]) });
  await user.click(await screen.findByRole('link', { name: /Cards.*5 methods/ }));
  expect(await screen.findByRole('link', { name: /Epsilon/ })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('searchbox')).toBeTruthy();
});

test('a failure names its reference and can be tried again', async () => {
  const { user, transport } = setUp({
    'methods-payment-v3': new TransportError({
      kind: 'refused',
      code: 'server.unavailable',
      message: '',
      reference: 'KS-7Q2M-41XK',
    }),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('KS-7Q2M-41XK');
  transport.answers['methods-payment-v3'] = buildOffer(methods);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('link', { name: /Alpha/ })).toBeTruthy();
});

test('the close button tells the host, and hides where the host wants none', async () => {
  const { user, bridge } = setUp();
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(bridge.sent).toContainEqual({ messageType: 'onClose' });
});

test('an unknown path leads to the list', async () => {
  const { router } = setUp({}, '/nowhere/at/all');
  expect(await screen.findByRole('link', { name: /Bank card/ })).toBeTruthy();
  expect(router.getPlace()?.path).toBe('/deposit');
});

const closed = buildOffer([
  buildPaymentMethod({
    name: 'card',
    text: { en: 'Bank card' },
    unavailable: { reason: 'planned' },
  }),
  ...methods,
]);

test('a method in maintenance is shown, and can’t be chosen', async () => {
  setUp({ 'methods-payment-v3': closed });
  const tile = await screen.findByRole('button', { name: /Bank card/ });
  expect(tile.textContent).toContain('Maintenance');
  expect(tile.hasAttribute('disabled')).toBe(true);
  expect(screen.queryByRole('link', { name: /Bank card/ })).toBeNull();
  expect(screen.getByRole('link', { name: /Alpha/ })).toBeTruthy();
});

test('an address that names a method in maintenance leads to the list', async () => {
  const { router } = setUp({ 'methods-payment-v3': closed }, '/deposit/redirect?method=card');
  expect(await screen.findByRole('button', { name: /Bank card/ })).toBeTruthy();
  expect(router.getPlace()?.path).toBe('/deposit');
});

test('follows at once when the operator switches a method', async () => {
  const { transport } = setUp();
  expect(await screen.findByRole('link', { name: /Bank card/ })).toBeTruthy();
  transport.answers['methods-payment-v3'] = closed;
  transport.push({ name: 'methods.changed' });
  expect(await screen.findByRole('button', { name: /Bank card/ })).toBeTruthy();
});

const offersAsked = (transport: ReturnType<typeof setUp>['transport']) =>
  transport.calls.filter(({ name }) => name === 'methods-payment-v3').length;

test('asks again after a lost connection, and when it is looked at anew, but not at once', async () => {
  const { transport } = setUp();
  expect(await screen.findByRole('link', { name: /Bank card/ })).toBeTruthy();
  transport.connect();
  window.dispatchEvent(new Event('visibilitychange'));
  expect(offersAsked(transport)).toBe(1);

  const { now } = Date;
  const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + 11_000);
  transport.answers['methods-payment-v3'] = closed;
  transport.connect();
  expect(await screen.findByRole('button', { name: /Bank card/ })).toBeTruthy();
  expect(offersAsked(transport)).toBe(2);

  later.mockImplementation(() => now() + 22_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(offersAsked(transport)).toBe(3));
  later.mockRestore();
});
