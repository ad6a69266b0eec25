import { buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { LoadRequest } from '../routing/route.ts';
import { resizeFrame } from '../testing/resize-frame.ts';
import { sampleOffer } from '../testing/sample-offer.ts';
import { mainTree, setStage } from '../testing/stage.tsx';

beforeEach(() => resizeFrame());

const bank = buildPaymentMethod({ name: 'bank', text: { en: 'Bank transfer' } });
const answers = {
  'methods-payment-v3': buildOffer([buildPaymentMethod(), bank]),
};

const list = () => within(screen.getByRole('navigation'));
const beside = () => within(screen.getByRole('main'));
const row = (name: RegExp) => list().getByRole('link', { name });
const amount = () => screen.findByRole('textbox', { name: 'Amount' });

async function openForm() {
  const stage = setStage({ answers });
  render(stage.element);
  await userEvent.click(await screen.findByRole('link', { name: /Bank card/ }));
  await amount();
  return stage;
}

test('a choice changes only what stands beside the list', async () => {
  const { element, router } = setStage({ answers });
  render(element);
  const card = await screen.findByRole('link', { name: /Bank card/ });
  expect(beside().getByRole('link', { name: /Bank card/ })).toBe(card);
  await userEvent.click(card);
  const field = await amount();
  expect(row(/Bank card/)).toBe(card);
  expect(card.getAttribute('aria-current')).toBe('true');
  expect(router.getPlace()?.path).toBe('/deposit/redirect');
  const header = within(screen.getByRole('banner'));
  expect(header.getByRole('heading', { level: 1 }).textContent).toBe('Deposit method');
  expect(header.queryByRole('button', { name: 'Back' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Deposit' }));

  await userEvent.click(row(/Bank transfer/));
  await waitFor(() => expect(field.isConnected).toBe(false));
  await amount();
  expect(card.isConnected).toBe(true);
  expect(card.hasAttribute('aria-current')).toBe(false);
  expect(row(/Bank transfer/).getAttribute('aria-current')).toBe('true');
});

test('the way back leaves the list as it is', async () => {
  const { router } = await openForm();
  const card = row(/Bank card/);
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByText('Your choice opens here.');
  expect(router.getPlace()?.path).toBe('/deposit');
  expect(beside().getByRole('link', { name: /Bank card/ })).toBe(card);
  expect(card.hasAttribute('aria-current')).toBe(false);
});

test('a form that is opened by its address gets its list', async () => {
  render(setStage({ answers, path: '/deposit/redirect?method=card' }).element);
  await amount();
  const card = await screen.findByRole('link', { name: /Bank card/ });
  expect(card.getAttribute('aria-current')).toBe('true');
  await userEvent.click(row(/Bank transfer/));
  await waitFor(() => expect(row(/Bank transfer/).getAttribute('aria-current')).toBe('true'));
});

test('a list that is slower than its form comes after it', async () => {
  const methods = Promise.withResolvers<(typeof answers)['methods-payment-v3']>();
  const gate = Promise.withResolvers<void>();
  const routes = mainTree.routes.map((route) =>
    route.name === 'Deposit list'
      ? { ...route, load: (request: LoadRequest) => gate.promise.then(() => route.load(request)) }
      : route,
  );
  const stage = setStage({
    answers: { 'methods-payment-v3': () => methods.promise },
    tree: { ...mainTree, routes },
    path: '/deposit/redirect?method=card',
  });
  render(stage.element);
  // The skeletons of both.
  await screen.findByRole('navigation');
  methods.resolve(answers['methods-payment-v3']);
  await amount();
  gate.resolve();
  expect(await screen.findByRole('link', { name: /Bank card/ })).toBeTruthy();
});

test('the list keeps its title beside a group’s', async () => {
  const path = '/deposit/group?group=eMoney';
  render(setStage({ answers: { 'methods-payment-v3': sampleOffer }, path }).element);
  await screen.findByRole('heading', { level: 2, name: 'E-wallets' });
  const title = await screen.findByRole('heading', { level: 1, name: 'Deposit method' });
  expect(title).toBeTruthy();
});

test('a form stands alone, with its title and way back, where its list can’t be had', async () => {
  const routes = mainTree.routes.map((route) =>
    route.name === 'Deposit list'
      ? { ...route, load: () => Promise.reject(new Error('no')) }
      : route,
  );
  const tree = { ...mainTree, routes };
  render(setStage({ answers, tree, path: '/deposit/redirect?method=card' }).element);
  await amount();
  const header = within(screen.getByRole('banner'));
  await header.findByRole('button', { name: 'Back' });
  expect(header.getByRole('heading', { level: 1 }).textContent).toBe('Deposit');
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('a frame that gets narrow keeps what was typed, and loses the list', async () => {
  await openForm();
  const field = await amount();
  await userEvent.type(field, '70');
  resizeFrame(800);
  expect(await amount()).toBe(field);
  expect(field).toHaveProperty('value', '70');
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Deposit');
  expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy();
});

test('what isn’t chosen from a list stands alone', async () => {
  await openForm();
  await userEvent.click(screen.getByRole('link', { name: 'History' }));
  await screen.findByRole('heading', { level: 1, name: 'History' });
  expect(screen.queryByRole('navigation')).toBeNull();
});
