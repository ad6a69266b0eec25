import { buildOffer, buildPaymentGroup } from '@kassa/test-kit';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildP2pMethod, setUpP2p } from './testing/set-up-p2p.tsx';

const methods = [
  buildP2pMethod({ name: 'mbank', text: { en: 'MBank', ru: 'Эмбанк' }, position: 1 }),
  buildP2pMethod({ name: 'optima', text: { en: 'Optima', ru: 'Оптима' }, position: 2 }),
];
const groups = ['p2pKyrgyzstan', 'p2pUkraine', 'sbp', 'sbpTransgran'];
const answers = {
  'methods-payment-v3': buildOffer(
    methods,
    groups.map((name) =>
      buildPaymentGroup({
        name,
        label: `group.${name}`,
        paymentMethods: methods.map((method) => method.name),
      }),
    ),
  ),
};

test.each(groups)('the list of %s has a search, however few methods it has', async (group) => {
  const { pathOf } = setUpP2p({ path: `/deposit/peer-to-peer?group=${group}`, answers });
  expect(await screen.findByRole('searchbox', { name: 'Search 2 methods' })).toBeTruthy();
  expect(pathOf()).toBe('/deposit/peer-to-peer');
});

test('the search finds a method by its name in the player’s language', async () => {
  const path = '/deposit/peer-to-peer?group=sbp';
  const { user } = setUpP2p({ path, answers, locale: 'ru' });
  const box = await screen.findByRole('searchbox');
  await user.type(box, 'опти');
  expect(await screen.findByRole('link', { name: /Оптима/ })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('link', { name: /Эмбанк/ })).toBeNull());
  await user.clear(box);
  await user.type(box, 'zzz');
  expect(await screen.findByRole('heading', { name: 'Ничего не найдено' })).toBeTruthy();
});

test('a chosen method opens its form with an amount, and back leads to the list', async () => {
  const { user, pathOf } = setUpP2p({ path: '/deposit/peer-to-peer?group=sbp', answers });
  await user.click(await screen.findByRole('link', { name: /Optima/ }));
  expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('20');
  expect(pathOf()).toBe('/deposit/peer-to-peer/base');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('searchbox')).toBeTruthy();
});
