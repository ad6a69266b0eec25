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

const names = () =>
  screen.getAllByRole('listitem').map((item) => item.querySelector('button')?.textContent);

test('lists the player’s own region first and the others by name, the current one marked', async () => {
  setUp();
  await screen.findByRole('list', { name: 'Countries' });
  expect(names().map((name) => name?.replace(/^[A-Z]{2}/, ''))).toEqual([
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

test('names and order are the language’s', async () => {
  setUp({ locale: 'ru' });
  await screen.findByRole('button', { name: 'Германия' });
  expect(names()[1]).toContain('Австрия');
});

test('a search finds what begins with it first, then what holds it, or says that there is none', async () => {
  const { user } = setUp();
  const field = await screen.findByRole('searchbox', { name: 'Search 7 countries' });
  await user.type(field, 'un');
  expect(names().join()).toMatch(/United Kingdom.*United States/);
  await user.clear(field);
  await user.type(field, 'ger');
  expect(names().join()).toMatch(/Germany/);
  await user.clear(field);
  await user.type(field, 'xyz');
  expect(screen.getByText('Nothing found')).toBeTruthy();
});

test('few regions need no search', async () => {
  setUp({ answers: { 'methods-country-selector-v2': { countries: countries.slice(0, 5) } } });
  await screen.findByRole('list', { name: 'Countries' });
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('a region is chosen by keyboard; its list takes the place of the choice', async () => {
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

test('a withdrawal’s region leads to the withdrawals, and is the region of both', async () => {
  const { user, router } = setUp({ path: '/withdrawal/region' });
  await user.click(await screen.findByRole('button', { name: 'Greece' }));
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('Withdrawal list'));
  expect(useSessionStore.getState().region).toBe('gr');
});

test('the list’s card leads here', async () => {
  const { user, router } = setUp({ path: '/deposit' });
  await user.click(await screen.findByRole('link', { name: 'Change' }));
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('Change deposit region'));
});

test('regions that can’t be had are an error that can be tried again', async () => {
  const { user, transport } = setUp({
    answers: { 'methods-country-selector-v2': networkError('lost') },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('network connection failed');
  transport.answers['methods-country-selector-v2'] = { countries };
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('button', { name: 'Austria' })).toBeTruthy();
});
