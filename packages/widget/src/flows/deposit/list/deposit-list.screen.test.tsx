import type { PaymentMethod } from '@kassa/contract';
import {
  buildOffer,
  buildPaymentGroup,
  buildPaymentMethod,
  buildUser,
  type FakeAnswers,
} from '@kassa/test-kit';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildManyMethods } from '../../../testing/sample-many.ts';
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

test.each([
  ['ru', '€10 – €5,000'],
  // §3 `minNonRus`: the form and the server apply it.
  ['kz', '€50 – €5,000'],
])('the limits of a tile in %s are those of that country', async (country, limits) => {
  const rule = { min: '10.00', max: '5000.00', minNonRus: '50.00' };
  const method = buildPaymentMethod({ amount_rules: { EUR: rule } });
  setUp({ 'methods-payment-v3': { ...buildOffer([method]), country } });
  const tile = await screen.findByRole('link', { name: /Bank card/ });
  expect(tile.textContent).toContain(limits);
});

test('requests the region’s methods, in the account’s currency', async () => {
  const { transport } = setUp();
  await screen.findByRole('link', { name: /Bank card/ });
  expect(transport.calls).toContainEqual(
    expect.objectContaining({
      name: 'methods-payment-v3',
      request: { country: 'de', platform: 'desktop', abTestGroup: 'group_a' },
    }),
  );
});

test('a search filters the list, or shows that nothing was found', async () => {
  const { user } = setUp({ 'methods-payment-v3': buildOffer(methods) });
  const search = await screen.findByRole('searchbox', { name: 'Search 5 methods' });
  await user.type(search, 'ta');
  const tiles = within(await screen.findByRole('region', { name: '2 methods found' }));
  const found = tiles.getAllByRole('link').map((link) => link.querySelector('b')?.textContent);
  expect(found).toEqual(['Beta', 'Delta']);
  await user.type(search, 'xyz');
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy();
  const popular = within(screen.getByRole('region', { name: 'Popular methods' }));
  expect(popular.getAllByRole('link')).toHaveLength(4);
  expect(screen.queryByRole('region', { name: 'Did you mean?' })).toBeNull();
  await user.clear(search);
  await user.type(search, 'gamxy');
  const nearest = within(await screen.findByRole('region', { name: 'Did you mean?' }));
  expect(nearest.getByRole('link', { name: /Gamma/ })).toBeTruthy();
});

test('a large group is one tile that leads to its own screen, and back', async () => {
  const { methods } = buildManyMethods(7);
  const group = buildPaymentGroup({ paymentMethods: methods.map(({ name }) => name) });
  const { user } = setUp({ 'methods-payment-v3': buildOffer(methods, [group]) });
  await user.click(await screen.findByRole('link', { name: /Cards.*7 methods/ }));
  // The first of them is on the list, too.
  await screen.findByRole('link', { name: /^Northern Savings Voucher/ });
  expect(screen.getAllByRole('link', { name: /^Northern/ })).toHaveLength(7);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('searchbox')).toBeTruthy();
});

test('a method that is switched off moves no tile during a press', async () => {
  const stage = setStage({ answers: { 'methods-payment-v3': buildOffer(methods) } });
  const { transport } = stage;
  render(stage.element);
  const tile = await screen.findByRole('link', { name: /Beta/ });
  fireEvent.pointerDown(tile);
  transport.answers['methods-payment-v3'] = buildOffer(methods.slice(1));
  const asked = () => transport.calls.filter(({ name }) => name === 'methods-payment-v3').length;
  const before = asked();
  transport.push({ name: 'methods.changed' });
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
  await act(async () => {});
  expect(screen.getByRole('link', { name: /Alpha/ })).toBeTruthy();
  fireEvent.pointerUp(tile);
  await waitFor(() => expect(screen.queryByRole('link', { name: /Alpha/ })).toBeNull());
});

const tileNames = () =>
  screen.getAllByRole('link').flatMap((link) => link.querySelector('b')?.textContent ?? []);

/** An offer of which the player paid with a method last. */
const offerAfter = (paymentMethod: string) => ({
  ...buildOffer(methods),
  lastPaid: { paymentMethod, isRepeatable: false },
});

test('the method of the last paid deposit comes first, with a label', async () => {
  setUp({ 'methods-payment-v3': offerAfter('gamma') });
  const tile = await screen.findByRole('link', { name: /Gamma/ });
  expect(tile.textContent).toContain('Last used');
  await screen.findByRole('link', { name: /Epsilon/ });
  expect(tileNames()).toEqual(['Gamma', 'Alpha', 'Beta', 'Delta', 'Epsilon']);
});

test('another last method counts from the next list on; no tile moves before', async () => {
  const { transport, router, started } = setUp({ 'methods-payment-v3': offerAfter('gamma') });
  await screen.findByRole('link', { name: /Epsilon/ });
  transport.answers['methods-payment-v3'] = offerAfter('delta');
  await act(() => started.queryClient.invalidateQueries());
  expect(tileNames()[0]).toBe('Gamma');
  act(() => router.navigate({ to: 'Change deposit region' }));
  await screen.findByRole('list', { name: 'Countries' });
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByText('Last used');
  expect(tileNames()[0]).toBe('Delta');
});

test('a coin’s tile has the limits of the coin, which its address takes', async () => {
  const coin = { currency: 'BTC', blockchain: 'BITCOIN', min: '0.0001', max: '5' } as const;
  setUp({
    'methods-payment-v3': buildOffer([
      buildPaymentMethod({ name: 'bitcoin', text: { en: 'Bitcoin' }, category: 'crypto', coin }),
    ]),
  });
  expect(await screen.findByText(/0\.0001\sBTC/)).toBeTruthy();
  expect(screen.queryByText(/€/, { selector: 'small *' })).toBeNull();
});

test('a search stays after a visit to a form; Escape clears it', async () => {
  const { user } = setUp({ 'methods-payment-v3': buildOffer(methods) });
  await user.type(await screen.findByRole('searchbox'), 'epsilno');
  await user.click(await screen.findByRole('link', { name: /Epsilon/ }));
  await screen.findByRole('heading', { level: 1, name: 'Deposit' });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  const field = await screen.findByRole('searchbox');
  expect(field).toHaveProperty('value', 'epsilno');
  expect(tileNames()).toEqual(['Epsilon']);
  await user.click(field);
  await user.keyboard('{Escape}');
  expect(field).toHaveProperty('value', '');
  expect(await screen.findByRole('link', { name: /Alpha/ })).toBeTruthy();
});

test('a list that is opened again isn’t filtered by an earlier search', async () => {
  const { methods } = buildManyMethods(9);
  const group = buildPaymentGroup({ paymentMethods: methods.map(({ name }) => name) });
  const { user } = setUp({ 'methods-payment-v3': buildOffer(methods, [group]) });
  const open = async () => user.click(await screen.findByRole('link', { name: /Cards/ }));
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Cards' })).toBeTruthy();
  await user.type(screen.getByRole('searchbox'), 'wallet');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Cards' })).toBeTruthy();
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
});

test('the number of results is announced', async () => {
  const { user } = setUp({ 'methods-payment-v3': buildOffer(methods) });
  const statuses = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  const field = await screen.findByRole('searchbox');
  expect(statuses().join('')).toBe('');
  await user.type(field, 'ta');
  await waitFor(() => expect(statuses()).toContain('2 methods found'));
  await user.type(field, 'xyz');
  await waitFor(() => expect(statuses()).toContain('Nothing found'));
});

test('a search with many results shows a tile for each', async () => {
  const { user } = setUp({ 'methods-payment-v3': buildManyMethods(512) });
  await user.type(await screen.findByRole('searchbox'), 'pay');
  const section = (await screen.findByText('64 methods found', { selector: 'h2' })).parentElement;
  await waitFor(() => expect(section?.querySelectorAll('li')).toHaveLength(64));
});

test.each([
  [150, 0],
  [250, 240],
])('of %i methods on the list %i are laid out when they are scrolled to', async (count, late) => {
  setUp({ 'methods-payment-v3': buildOffer(buildManyMethods(count).methods) });
  await waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(count));
  expect(document.querySelectorAll('li.late')).toHaveLength(late);
});

test('a group’s list has the group’s title, and shows its number of methods', async () => {
  const group = buildPaymentGroup({ paymentMethods: methods.map(({ name }) => name) });
  setUp({ 'methods-payment-v3': buildOffer(methods, [group]) }, '/deposit/group?group=cards');
  expect(await screen.findByRole('heading', { level: 1, name: 'Cards' })).toBeTruthy();
  expect(screen.getByRole('region', { name: '5 methods' })).toBeTruthy();
  // Five methods need no search (§5).
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('a group with an unknown label shows under the list’s title', async () => {
  const group = buildPaymentGroup({ label: 'group.new', paymentMethods: ['alpha'] });
  setUp({ 'methods-payment-v3': buildOffer(methods, [group]) }, '/deposit/group?group=cards');
  expect(await screen.findByRole('heading', { level: 1, name: 'Deposit method' })).toBeTruthy();
});

test('a list that loses its last method becomes the empty page', async () => {
  const { transport, router } = setUp();
  expect(await screen.findByRole('link', { name: /Bank card/ })).toBeTruthy();
  transport.answers['methods-payment-v3'] = buildOffer([]);
  transport.push({ name: 'methods.changed' });
  expect(await screen.findByText('No payment methods for this region')).toBeTruthy();
  expect(router.getPlace()?.route.name).toBe('Empty');
});

test('the additional account is labelled', async () => {
  setUp({ 'user-get': buildUser({ accountType: 'additional' }) });
  expect(await screen.findByText('Additional account · €120.00')).toBeTruthy();
});

test.each([
  ['wallet.unknownPlayer', /^We couldn’t find your account\. Contact support/],
  ['wallet.unknownCurrency', /^Your account has no balance in this currency\. Contact support/],
])('%s of the operator’s wallet is said, with the reference', async (code, words) => {
  const reference = 'KR-7Q2M-41XK';
  const failure = { kind: 'refused', code, message: '', status: 422, reference } as const;
  setUp({ 'user-get': new TransportError(failure) });
  const { textContent } = await screen.findByRole('alert');
  expect(textContent).toMatch(words);
  expect(textContent).toContain(reference);
  // The methods stay: what a player pays is parked for the operator.
  expect(await screen.findByRole('link', { name: /Bank card/ })).toBeTruthy();
});

test.each([
  [45, '~45 min'],
  [120, '~2 h'],
  [1440, '~1 day'],
])('a payment that takes %i minutes shows %s', async (usualMinutes, words) => {
  setUp({ 'methods-payment-v3': buildOffer([buildPaymentMethod({ usualMinutes })]) });
  expect(await screen.findByText(words)).toBeTruthy();
});

test('a coin’s network shows beside its name', async () => {
  setUp({
    'methods-payment-v3': buildOffer([
      buildPaymentMethod({ text: { en: 'Tether' }, category: 'crypto', network: 'TRC-20' }),
    ]),
  });
  expect(await screen.findByRole('link', { name: /Tether TRC-20/ })).toBeTruthy();
});

test('a failure shows its reference and can be retried', async () => {
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

test('the close button tells the host, and is hidden where the host wants none', async () => {
  const { user, bridge } = setUp();
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(bridge.sent).toContainEqual({ messageType: 'onClose' });
});

test('an unknown path redirects to the list', async () => {
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

const closedTile = async () => {
  const name = await screen.findByText('Bank card');
  return within(name.closest('li') as HTMLElement);
};

test('a method in maintenance shows the reason, and can’t be chosen', async () => {
  setUp({ 'methods-payment-v3': closed });
  const tile = await closedTile();
  expect(tile.getByText('Planned maintenance')).toBeTruthy();
  // It is plain text for a screen reader: it takes no focus and looks like no button.
  expect(tile.queryByRole('button')).toBeNull();
  expect(tile.queryByRole('link')).toBeNull();
  expect(screen.getByRole('link', { name: /Alpha/ })).toBeTruthy();
});

test('a closed method shows when it is expected back, by the device’s clock', async () => {
  const until = new Date(Date.now() + 60_000);
  const unavailable = { reason: 'bank' as const, until: until.toISOString() };
  setUp({ 'methods-payment-v3': buildOffer([buildPaymentMethod({ unavailable }), ...methods]) });
  const tile = await closedTile();
  expect(tile.getByText('The bank has problems')).toBeTruthy();
  const minutes = String(until.getMinutes()).padStart(2, '0');
  expect(tile.getByText(/Back at about/).textContent).toContain(`:${minutes}`);
});

test('an address of a method in maintenance redirects to the list', async () => {
  const { router } = setUp({ 'methods-payment-v3': closed }, '/deposit/redirect?method=card');
  expect(await screen.findByText('Planned maintenance')).toBeTruthy();
  expect(router.getPlace()?.path).toBe('/deposit');
});

test('the list follows at once when the operator switches a method', async () => {
  const { transport } = setUp();
  expect(await screen.findByRole('link', { name: /Bank card/ })).toBeTruthy();
  transport.answers['methods-payment-v3'] = closed;
  transport.push({ name: 'methods.changed' });
  expect(await screen.findByText('Planned maintenance')).toBeTruthy();
});

const offersAsked = (transport: ReturnType<typeof setUp>['transport']) =>
  transport.calls.filter(({ name }) => name === 'methods-payment-v3').length;

test('the list is loaded again after a lost connection, and when the page shows again, but not at once', async () => {
  const { transport } = setUp();
  expect(await screen.findByRole('link', { name: /Bank card/ })).toBeTruthy();
  transport.connect();
  window.dispatchEvent(new Event('visibilitychange'));
  expect(offersAsked(transport)).toBe(1);

  const { now } = Date;
  const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + 11_000);
  transport.answers['methods-payment-v3'] = closed;
  transport.connect();
  expect(await screen.findByText('Planned maintenance')).toBeTruthy();
  expect(offersAsked(transport)).toBe(2);

  later.mockImplementation(() => now() + 22_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(offersAsked(transport)).toBe(3));
  later.mockRestore();
});

test.each([
  ['selfExcluded', 'You have excluded yourself from playing'],
  ['blocked', 'Payments are closed on your account'],
] as const)('a player who is %s reads so instead of the methods', async (reason, title) => {
  const until = '2030-06-01T10:00:00Z';
  setUp({ 'methods-payment-v3': { ...buildOffer([]), block: { reason, until } } });
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText(/^Until June 1, 2030/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Copy the player ID' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'History' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Bank card/ })).toBeNull();
});

test('a player who has excluded themselves finds help, and a page in a window', async () => {
  const helpLines = [
    { name: { en: 'Safer play' }, url: 'tel:+1-555-0100' },
    { name: { en: 'Advice' }, url: 'https://help.example' },
  ];
  const block = { reason: 'selfExcluded' as const, helpLines };
  setUp({ 'methods-payment-v3': { ...buildOffer([]), block } });
  const help = await screen.findByRole('region', { name: 'Help with problem gambling' });
  const links = within(help).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Safer play', 'tel:+1-555-0100'],
    ['Advice', 'https://help.example'],
  ]);
  expect(links.map((link) => link.getAttribute('target'))).toEqual([null, '_blank']);
});

test('a group tile shows different logos, and counts the other methods', async () => {
  const icons = ['yoomoney', 'yoomoney', 'webmoney', 'yoomoney', 'skrill', 'jeton', 'jeton'];
  const wallets = icons.map((icon, index) =>
    buildPaymentMethod({ name: `wallet-${index}`, iconIds: [icon], position: index }),
  );
  const group = buildPaymentGroup({ paymentMethods: wallets.map(({ name }) => name) });
  setUp({ 'methods-payment-v3': buildOffer(wallets, [group]) });
  const tile = await screen.findByRole('link', { name: /7 methods/ });
  const sources = [...tile.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  expect(sources).toEqual(['icons/yoomoney.svg', 'icons/webmoney.svg', 'icons/skrill.svg']);
  expect(within(tile).getByText('+4')).toBeTruthy();
});

test.each([
  ['instant', 'Instant'],
  ['turbo', 'Fast'],
  ['top', 'Popular'],
  ['exclusive', 'Only here'],
] as const)('the badge %s reads %s', async (badge, words) => {
  setUp({ 'methods-payment-v3': buildOffer([buildPaymentMethod({ badge, usualMinutes: 5 })]) });
  expect(await screen.findByText(words)).toBeTruthy();
});

test.each([
  [{ badge: 'instant' }, 'Instant'],
  [{ badge: 'fast' }, 'Instant'],
  [{ badge: 'top' }, 'Popular'],
] as const)('a tile with %j tells once that it is instant', async (part, words) => {
  const method = buildPaymentMethod({ ...part, usualMinutes: 0 });
  setUp({ 'methods-payment-v3': buildOffer([method]) });
  const tile = await screen.findByRole('link', { name: /Bank card/ });
  expect(within(tile).getByText(words)).toBeTruthy();
  expect(tile.textContent?.match(/instant/gi)).toHaveLength(1);
});

test.each(['instant', 'fast', 'top'] as const)(
  'a tile with the badge %s doesn’t repeat that its name is instant',
  async (badge) => {
    const method = buildPaymentMethod({ text: { en: 'Instant EFT' }, badge, usualMinutes: 0 });
    setUp({ 'methods-payment-v3': buildOffer([method]) });
    const tile = await screen.findByRole('link', { name: /Instant EFT/ });
    expect(tile.textContent?.match(/instant/gi)).toHaveLength(1);
  },
);

test('the method used last tells its time, which its own badge told before', async () => {
  const method = buildPaymentMethod({ badge: 'instant', usualMinutes: 0 });
  const lastPaid = { paymentMethod: 'card', isRepeatable: false };
  setUp({ 'methods-payment-v3': { ...buildOffer([method]), lastPaid } });
  const tile = await screen.findByRole('link', { name: /Last used/ });
  expect(within(tile).getByText('instant')).toBeTruthy();
});

test.each<[string, Partial<PaymentMethod>, string | null]>([
  ['a badge', { badge: 'instant' }, null],
  ['a network', { network: 'TRC-20' }, null],
  ['the label of the last used', {}, 'card'],
])('a tile with %s begins with its name when it is read out', async (_, method, lastUsed) => {
  const lastPaid = lastUsed === null ? undefined : { paymentMethod: lastUsed, isRepeatable: false };
  setUp({ 'methods-payment-v3': { ...buildOffer([buildPaymentMethod(method)]), lastPaid } });
  expect(await screen.findByRole('link', { name: /^Bank card/ })).toBeTruthy();
});

test('a partner’s badge is not shown', async () => {
  setUp({ 'methods-payment-v3': buildOffer([buildPaymentMethod({ badgeType: 2 })]) });
  const tile = await screen.findByRole('link', { name: /Bank card/ });
  expect(tile.textContent).not.toContain('Partner');
});
