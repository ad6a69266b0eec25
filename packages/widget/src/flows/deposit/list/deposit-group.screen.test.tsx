import { buildOffer, buildPaymentGroup, buildPaymentMethod } from '@kassa/test-kit';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setStage } from '../../../testing/stage.tsx';

const names = ['MBank', 'O!Bank', 'Bakai', 'DemirBank', 'Optima Bank', 'RSK Bank', 'Aiyl Bank'];
const methods = names.map((text, position) =>
  buildPaymentMethod({ name: `bank_${position}`, text: { en: text }, cardViewType: 5, position }),
);

function setUp(group: string, path = '/deposit', offered = methods) {
  const groups = [
    buildPaymentGroup({
      name: group,
      label: `group.${group}`,
      paymentMethods: offered.map(({ name }) => name),
    }),
  ];
  const stage = setStage({ path, answers: { 'methods-payment-v3': buildOffer(offered, groups) } });
  render(stage.element);
  return { ...stage, user: userEvent.setup() };
}

test.each([
  ['p2pKyrgyzstan', 'Peer to peer list'],
  ['p2pUkraine', 'Peer to peer list'],
  ['sbp', 'Peer to peer list'],
  ['sbpTransgran', 'Peer to peer list'],
  ['banksIndonesia', 'Group list'],
])('the tile of %s leads to its list, under its title', async (group, route) => {
  const { user, router } = setUp(group);
  await user.click(await screen.findByRole('link', { name: /7 methods/ }));
  await screen.findByRole('region', { name: '7 methods' });
  expect(router.getPlace()?.route.name).toBe(route);
  const title = screen.getByRole('heading', { level: 1 }).textContent;
  expect(title).not.toBe('Deposit method');
  expect(title).not.toContain('group.');
});

test('seven banks can be searched, and a result leads on within the group', async () => {
  const { user } = setUp('p2pKyrgyzstan', '/deposit/peer-to-peer?group=p2pKyrgyzstan');
  await user.type(await screen.findByRole('searchbox'), 'optmia');
  await screen.findByRole('region', { name: '1 method found' });
  expect(screen.getByRole('link', { name: /Optima/ }).getAttribute('href')).toBe(
    '/kassa/deposit/peer-to-peer/base?method=bank_4&group=p2pKyrgyzstan',
  );
});

test.each([
  ['p2pKyrgyzstan', '/deposit/peer-to-peer'],
  ['p2pUkraine', '/deposit/peer-to-peer'],
  ['sbp', '/deposit/peer-to-peer'],
  ['sbpTransgran', '/deposit/peer-to-peer'],
])('two methods of %s can be searched too', async (group, path) => {
  const { user } = setUp(group, `${path}?group=${group}`, methods.slice(0, 2));
  await user.type(await screen.findByRole('searchbox', { name: 'Search 2 methods' }), 'mbank');
  expect(await screen.findByRole('region', { name: '1 method found' })).toBeTruthy();
});

test('two banks of any other group need no search', async () => {
  setUp('banksIndonesia', '/deposit/group?group=banksIndonesia', methods.slice(0, 2));
  expect(await screen.findByRole('link', { name: /MBank/ })).toBeTruthy();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('a group that isn’t there leads to the list', async () => {
  const { router } = setUp('sbp', '/deposit/group?group=gone');
  await screen.findByRole('link', { name: /7 methods/ });
  expect(router.getPlace()?.path).toBe('/deposit');
});
