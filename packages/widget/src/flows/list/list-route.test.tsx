import { encodeCoinBox } from '@kassa/contract';
import {
  buildOffer,
  buildPaymentGroup,
  buildPaymentMethod,
  type FakeAnswers,
} from '@kassa/test-kit';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { RouteName } from '../../routing/route-names.ts';
import { setStage } from '../../testing/stage.tsx';
import { networkError } from '../../transport/transport-error.ts';

const coin = buildPaymentMethod({
  name: 'btc',
  category: 'crypto',
  text: { en: 'Bitcoin' },
  coin: { currency: 'BTC', blockchain: 'BITCOIN', min: '0.0001', max: '2' },
});
const offer = buildOffer(
  [buildPaymentMethod(), coin],
  [buildPaymentGroup({ name: 'crypto', paymentMethods: ['btc'] })],
);
const box = encodeCoinBox({
  boxId: 'b1',
  gcAmount: '50000',
  scAmount: '5',
  price: '4.99',
  priceCurrencyCode: 'USD',
});

interface List {
  path: string;
  view: 'main' | 'sweep';
  transaction: 'deposit' | 'withdrawal';
  /** What it lists, in the name of one of its links. */
  shows: RegExp;
}

interface FirstList extends List {
  route: RouteName;
  /** Its call, answered with nothing for the list. */
  nothing: FakeAnswers;
  /** Its call, failed. */
  failure: FakeAnswers;
  report: string;
}

const firstLists: FirstList[] = [
  {
    path: '/deposit',
    view: 'main',
    transaction: 'deposit',
    shows: /Bank card/,
    route: 'Deposit list',
    nothing: { 'methods-payment-v3': buildOffer([]) },
    failure: { 'methods-payment-v3': networkError('lost') },
    report: 'Empty payment methods',
  },
  {
    path: '/withdrawal',
    view: 'main',
    transaction: 'withdrawal',
    shows: /Bank card/,
    route: 'Withdrawal list',
    nothing: { 'methods-withdrawal': buildOffer([]) },
    failure: { 'methods-withdrawal': networkError('lost') },
    report: 'Empty payment methods',
  },
  {
    path: '/deposit',
    view: 'sweep',
    transaction: 'deposit',
    shows: /50,000 gold coins/,
    route: 'Deposit list',
    nothing: { 'sweepstake-boxes': { boxes: [] } },
    failure: { 'sweepstake-boxes': networkError('lost') },
    report: 'Empty sweepstakes',
  },
  {
    path: '/withdrawal',
    view: 'sweep',
    transaction: 'withdrawal',
    shows: /Bitcoin/,
    route: 'Withdrawal list',
    nothing: { 'methods-withdrawal': buildOffer([buildPaymentMethod()]) },
    failure: { 'methods-withdrawal': networkError('lost') },
    report: 'Empty payment methods',
  },
];

const innerLists: List[] = [
  { path: '/deposit/group?group=crypto', view: 'main', transaction: 'deposit', shows: /Bitcoin/ },
  { path: '/deposit/crypto', view: 'main', transaction: 'deposit', shows: /Bitcoin/ },
  {
    path: '/deposit/peer-to-peer?group=crypto',
    view: 'main',
    transaction: 'deposit',
    shows: /Bitcoin/,
  },
  {
    path: '/withdrawal/group?group=crypto',
    view: 'main',
    transaction: 'withdrawal',
    shows: /Bitcoin/,
  },
  {
    path: '/deposit/select-method?box=b1',
    view: 'sweep',
    transaction: 'deposit',
    shows: /1 method/,
  },
  { path: '/deposit/crypto?box=b1', view: 'sweep', transaction: 'deposit', shows: /Bitcoin/ },
  { path: '/withdrawal/crypto', view: 'sweep', transaction: 'withdrawal', shows: /Bitcoin/ },
];

const full: FakeAnswers = {
  'methods-payment-v3': offer,
  'methods-withdrawal': offer,
  'sweepstake-boxes': { boxes: [box] },
};

function setUp({ path, view }: Pick<List, 'path' | 'view'>, answers: FakeAnswers = {}) {
  const stage = setStage({
    path,
    hostData: { widgetViewType: view },
    answers: { ...full, ...answers },
  });
  render(stage.element);
  const reports = () =>
    stage.bridge.sent.flatMap((message) =>
      message.messageType === 'Metric' && message.payload.name === 'error'
        ? [message.payload.value]
        : [],
    );
  const at = (name: RouteName) =>
    waitFor(() => expect(stage.router.getPlace()?.route.name).toBe(name));
  return { ...stage, reports, at, user: userEvent.setup() };
}

const title = () =>
  screen.findByText(/No (payment methods for this region|coin packages right now)/);
const withFlag = (path: string, value: string) =>
  `${path}${path.includes('?') ? '&' : '?'}isDirectGeo=${value}`;

test.each(firstLists)('$route: with nothing to show it is the empty page', async (list) => {
  const { router, reports } = setUp(list, list.nothing);
  await title();
  expect(router.getPlace()?.search).toEqual({ transaction: list.transaction });
  expect(reports()).toEqual([list.report]);
});

test.each(firstLists)('$route: what it loses while it is looked at counts too', async (list) => {
  const { started, transport, reports } = setUp(list);
  expect(await screen.findByRole('link', { name: list.shows })).toBeTruthy();
  Object.assign(transport.answers, list.nothing);
  await act(() => started.queryClient.invalidateQueries());
  await title();
  expect(reports()).toEqual([list.report]);
});

test.each(firstLists)('$route: a failure to load it is the error page', async (list) => {
  const { transport, user, at } = setUp(list, list.failure);
  expect((await screen.findByRole('alert')).textContent).toContain('network connection failed');
  Object.assign(transport.answers, full);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('link', { name: list.shows })).toBeTruthy();
  await at(list.route);
});

test.each(firstLists)('$route: what can’t be renewed for another player as well', async (list) => {
  const { started, transport, user, at } = setUp(list);
  expect(await screen.findByRole('link', { name: list.shows })).toBeTruthy();
  Object.assign(transport.answers, list.failure);
  await act(() => started.queryClient.resetQueries());
  expect((await screen.findByRole('alert')).textContent).toContain('network connection failed');
  await at('Error');
  Object.assign(transport.answers, full);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('link', { name: list.shows })).toBeTruthy();
  await at(list.route);
});

test.each([...firstLists, ...innerLists])(
  '$view $path with the direct-geo flag is the empty page, which is nobody’s fault',
  async (list) => {
    const { router, reports } = setUp({ ...list, path: withFlag(list.path, '1') });
    await title();
    const search = { transaction: list.transaction, isDirectGeo: '1' };
    expect(router.getPlace()?.search).toEqual(search);
    expect(reports()).toEqual([]);
  },
);

test.each([...firstLists, ...innerLists])(
  '$view $path with a direct-geo flag of 0 is the list',
  async (list) => {
    setUp({ ...list, path: withFlag(list.path, '0') });
    expect(await screen.findByRole('link', { name: list.shows })).toBeTruthy();
  },
);

const block = { reason: 'selfExcluded' as const };
const blocked: FakeAnswers = {
  'methods-payment-v3': { ...offer, block },
  'methods-withdrawal': { ...offer, block },
};
const blockTitle = () =>
  screen.findByRole('heading', { name: 'You have excluded yourself from playing' });

test.each([...firstLists, ...innerLists])(
  '$view $path of a blocked player tells why instead',
  async (list) => {
    const { reports } = setUp(list, blocked);
    expect(await blockTitle()).toBeTruthy();
    expect(screen.queryByRole('link', { name: list.shows })).toBeNull();
    expect(reports()).toEqual([]);
  },
);

test.each([...firstLists, ...innerLists])(
  '$view $path: a block that begins while it is open reaches it',
  async (list) => {
    const { transport } = setUp(list);
    expect(await screen.findByRole('link', { name: list.shows })).toBeTruthy();
    Object.assign(transport.answers, blocked);
    transport.push({ name: 'methods.changed' });
    expect(await blockTitle()).toBeTruthy();
    expect(screen.queryByRole('link', { name: list.shows })).toBeNull();
  },
);

test.each(firstLists)('$route of a blocked player shows without methods too', async (list) => {
  const none = { ...buildOffer([]), block };
  setUp(list, { ...list.nothing, 'methods-payment-v3': none, 'methods-withdrawal': none });
  expect(await blockTitle()).toBeTruthy();
});

test.each(innerLists)('$view $path without methods leads to the empty page', async (list) => {
  const { reports } = setUp(list, {
    'methods-payment-v3': buildOffer([]),
    'methods-withdrawal': buildOffer([]),
  });
  await title();
  expect(reports()).toEqual(['Empty payment methods']);
});
