import type { FakeAnswers } from '@kassa/test-kit';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useSessionStore } from '../../session/session-store.ts';
import { type StageOptions, setStage } from '../../testing/stage.tsx';
import { networkError } from '../../transport/transport-error.ts';

const countries = ['de', 'gb', 'at', 'se', 'ch', 'gr', 'us'];

function setUp(options: StageOptions = {}) {
  const stage = setStage({
    path: '/deposit/region',
    answers: { 'methods-country-selector-v2': { countries } },
    ...options,
  });
  render(stage.element);
  return { ...stage, user: userEvent.setup() };
}

/** Returns the names, without the code that replaces a flag until its picture is loaded. */
const names = () =>
  screen
    .getAllByRole('listitem')
    .map((item) => item.querySelector('button')?.textContent.replace(/^[A-Z]{2}(?=\p{Lu})/u, ''));

test('lists the player’s own region first and the others by name, with the current one marked', async () => {
  setUp();
  await screen.findByRole('list', { name: 'Countries' });
  expect(names()).toEqual([
    'Germany',
    'Austria',
    'Greece',
    'Sweden',
    'Switzerland',
    'United Kingdom',
    'United States',
  ]);
  const current = screen.getAllByRole('button', { current: true });
  expect(current.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Germany'),
  ]);
});

test('names and order follow the language', async () => {
  setUp({ locale: 'ru' });
  await screen.findByRole('button', { name: 'Германия' });
  expect(names()[1]).toContain('Австрия');
});

test('a search finds names that begin with it, then names that contain it, or shows that there are none', async () => {
  const { user } = setUp();
  const field = await screen.findByRole('searchbox', { name: 'Search 7 countries' });
  const expectFound = async (search: string, expected: RegExp) => {
    await user.clear(field);
    await user.type(field, search);
    await waitFor(() => expect(names().join()).toMatch(expected));
  };
  await expectFound('un', /^United Kingdom,United States$/);
  await expectFound('ger', /^Germany$/);
  await expectFound('swedne', /^Sweden$/);
  expect(screen.getByText('1 country found')).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'xyz');
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Austria' })).toBeTruthy();
});

test.each([
  ['Deutschland', 'Германия'],
  ['germany', 'Германия'],
  ['герм', 'Германия'],
  ['osterreich', 'Австрия'],
  ['ελλάδα', 'Греция'],
])(
  '%j finds a region in the player’s, the country’s own or the English language',
  async (typed, name) => {
    const { user } = setUp({ locale: 'ru' });
    await user.type(await screen.findByRole('searchbox'), typed);
    await waitFor(() => expect(names()).toEqual([name]));
  },
);

test('the button in the search field clears it and gives the focus back', async () => {
  const { user } = setUp();
  const field = await screen.findByRole('searchbox');
  const findClear = () => screen.queryByRole('button', { name: 'Clear the search' });
  expect(findClear()).toBeNull();
  await user.type(field, 'xyz');
  expect(await screen.findByText('Nothing found', { selector: 'h2' })).toBeTruthy();
  await user.click(findClear() as HTMLElement);
  expect(field).toHaveProperty('value', '');
  expect(document.activeElement).toBe(field);
  expect(await screen.findByRole('button', { name: 'Austria' })).toBeTruthy();
  expect(findClear()).toBeNull();
});

test('the account’s currency stays as it is, and the screen says so where another region has its own', async () => {
  setUp();
  expect(await screen.findByText('Your balance stays in EUR.')).toBeTruthy();
});

test('of regions with the account’s currency alone nothing is said', async () => {
  setUp({ answers: { 'methods-country-selector-v2': { countries: ['de', 'at', 'gr'] } } });
  await screen.findByRole('button', { name: 'Austria' });
  await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull());
  expect(screen.queryByText(/stays in/)).toBeNull();
  expect(document.querySelector('.stays')).toBeNull();
});

test.each<[string, string[], FakeAnswers['user-get'], boolean, boolean]>([
  ['has its room while it loads', countries, 'never', true, true],
  ['keeps its room where the player can’t be loaded', countries, networkError('lost'), true, false],
  ['has no room where all regions share a currency', ['de', 'at'], 'never', false, false],
])('the line about the currency %s', async (_, listed, answer, isRoom, isLoading) => {
  const { transport } = setUp({
    answers: { 'methods-country-selector-v2': { countries: listed }, 'user-get': answer },
  });
  await screen.findByRole('button', { name: 'Austria' });
  await waitFor(() => expect(transport.calls.some(({ name }) => name === 'user-get')).toBe(true));
  await waitFor(() => expect(document.querySelector('.skeleton') !== null).toBe(isLoading));
  expect(document.querySelector('.stays') !== null).toBe(isRoom);
});

test('few regions need no search', async () => {
  setUp({ answers: { 'methods-country-selector-v2': { countries: countries.slice(0, 5) } } });
  await screen.findByRole('list', { name: 'Countries' });
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('a region is chosen by keyboard; its list replaces this screen', async () => {
  const { user, router, transport } = setUp();
  (await screen.findByRole('button', { name: 'Austria' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('Deposit list'));
  expect(router.getPlace()?.direction).toBe('stay');
  expect(useSessionStore.getState().region).toBe('at');
  expect(transport.calls).toContainEqual(
    expect.objectContaining({
      name: 'methods-payment-v3',
      request: expect.objectContaining({ country: 'at' }),
    }),
  );
});

test('a withdrawal’s region leads to the withdrawals, and applies to both flows', async () => {
  const { user, router } = setUp({ path: '/withdrawal/region' });
  await user.click(await screen.findByRole('button', { name: 'Greece' }));
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('Withdrawal list'));
  expect(useSessionStore.getState().region).toBe('gr');
});

test('the list’s card links here', async () => {
  const { user, router } = setUp({ path: '/deposit' });
  await user.click(await screen.findByRole('link', { name: 'Change' }));
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('Change deposit region'));
});

test('regions that fail to load show an error with a retry', async () => {
  const { user, transport } = setUp({
    answers: { 'methods-country-selector-v2': networkError('lost') },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('network connection failed');
  transport.answers['methods-country-selector-v2'] = { countries };
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('button', { name: 'Austria' })).toBeTruthy();
});

test('the arrow keys move from the search through the regions', async () => {
  const { user } = setUp();
  await user.click(await screen.findByRole('searchbox'));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('Austria');
  await user.keyboard('{End}{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('United States');
  await user.keyboard('{Home}{ArrowUp}');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('a region is found by its English name too', async () => {
  const { user } = setUp({ locale: 'ru' });
  await user.type(await screen.findByRole('searchbox'), 'austria');
  await waitFor(() => expect(names()).toEqual([expect.stringContaining('Австрия')]));
});

const directGeo = 'transaction=deposit&isDirectGeo=1';

test('from the empty page the way back leads to it, with all that it was told', async () => {
  const { user, router } = setUp({ path: `/empty?${directGeo}` });
  await user.click(await screen.findByRole('button', { name: 'Choose another country' }));
  await screen.findByRole('list', { name: 'Countries' });
  const search = { transaction: 'deposit', isDirectGeo: '1' };
  expect(router.getPlace()?.search).toEqual(search);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('Empty'));
  expect(router.getPlace()?.search).toEqual(search);
});

test('after a reload as well', async () => {
  const { user, router } = setUp({ path: `/empty/region?${directGeo}` });
  await screen.findByRole('list', { name: 'Countries' });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('Empty'));
  expect(router.getPlace()?.search).toEqual({ transaction: 'deposit', isDirectGeo: '1' });
});
