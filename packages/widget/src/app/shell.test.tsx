import { buildBonus } from '@kassa/test-kit';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { takeTold } from '../routing/watch-preload-errors.ts';
import { mainTree, setStage } from '../testing/stage.tsx';
import { networkError } from '../transport/transport-error.ts';
import { errorRoute } from './error.route.ts';
import { mainRoutes } from './main.routes.ts';

test('an icon that can’t be fetched is reported once, however often it shows', async () => {
  const { element, bridge } = setStage();
  const { container } = render(element);
  await screen.findByRole('link', { name: /Bank card/ });
  const failures = () =>
    bridge.sent.filter(
      (message) =>
        message.messageType === 'Metric' && message.payload.value === 'Unable to fetch icon: visa',
    ).length;
  const image = container.querySelector('img[src*="visa"]');
  if (image !== null) fireEvent.error(image);
  if (image !== null) fireEvent.error(image);
  expect(failures()).toBe(1);
});

test('the host’s badge stands in the header as decoration; one that can’t be fetched is reported', async () => {
  const address = 'https://casino.example/badge.svg';
  const { element, bridge } = setStage({ hostData: { assets: { badge: address } } });
  render(element);
  await screen.findByRole('link', { name: /Bank card/ });
  const badge = within(screen.getByRole('banner')).getByRole('presentation', { hidden: true });
  expect(badge.getAttribute('src')).toBe(address);
  expect(badge.getAttribute('alt')).toBe('');
  fireEvent.error(badge);
  expect(badge.hidden).toBe(true);
  expect(bridge.sent).toContainEqual({
    messageType: 'Metric',
    payload: { name: 'error', value: 'Unable to fetch icon: badge' },
  });
});

test('a host that waits for the first screen hears that it failed, and that a later attempt succeeds', async () => {
  const answers = { 'methods-payment-v3': networkError('lost') };
  const { element, bridge, transport } = setStage({ answers });
  const { 'methods-payment-v3': offer } = setStage().transport.answers;
  const told = () =>
    bridge.sent.filter(({ messageType }) => /FullLoaded|onInitError/.test(messageType));
  render(element);
  await screen.findByRole('alert');
  const failure = { messageType: 'onInitError', payload: { message: 'lost' } };
  expect(told()).toEqual([failure]);
  transport.answers['methods-payment-v3'] = offer;
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByRole('link', { name: /Bank card/ });
  expect(told()).toEqual([failure, { messageType: 'FullLoaded' }]);
});

test.each(['/deposit', '/withdrawal'])(
  'the history is reached from the header of %s',
  async (path) => {
    const { element, router } = setStage({ path });
    render(element);
    await screen.findByRole('link', { name: /Bank/ });
    const header = within(screen.getByRole('banner'));
    expect(header.queryByRole('button', { name: 'Back' })).toBeNull();
    expect(screen.getAllByRole('link', { name: 'History' })).toHaveLength(1);
    await userEvent.click(header.getByRole('link', { name: 'History' }));
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit/history'));
    expect(header.queryByRole('link', { name: 'History' })).toBeNull();
    expect(header.getByRole('button', { name: 'Back' })).toBeTruthy();
  },
);

test('what a player presses where a withdrawal’s list failed counts as of a withdrawal', async () => {
  const { element, bridge } = setStage({
    path: '/withdrawal',
    answers: { 'methods-withdrawal': networkError('lost') },
  });
  render(element);
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  const categories = bridge.sent.flatMap((message) =>
    message.messageType === 'onAnalyticsEvent' ? [message.payload.event_category] : [],
  );
  expect(categories).toEqual(['withdrawal', 'withdrawal']);
});

test('styles that can’t be preloaded are reported', async () => {
  const { element, bridge } = setStage();
  render(element);
  await screen.findByRole('link', { name: /Bank card/ });
  const payload = new Error('Unable to preload CSS for /assets/form.css');
  onTestFinished(() => void takeTold(payload.message));
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  expect(bridge.sent).toContainEqual({
    messageType: 'Metric',
    payload: { name: 'error', value: payload.message },
  });
});

describe('without a network', () => {
  const words = /You’re offline/;
  async function setUp() {
    const stage = setStage();
    render(stage.element);
    await screen.findByRole('link', { name: /Bank card/ });
    return stage;
  }
  const banner = () => within(screen.getByRole('banner')).queryByText(words);

  test('the header tells it until the network is back', async () => {
    await setUp();
    expect(banner()).toBeNull();
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(banner()?.closest('[role=status]')).toBeTruthy();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(banner()).toBeNull();
  });

  test('an answer of the server counts more than the browser’s word', async () => {
    const { transport } = await setUp();
    act(() => void window.dispatchEvent(new Event('offline')));
    act(() => transport.reach(true));
    expect(banner()).toBeNull();
    act(() => transport.reach(false));
    expect(banner()).not.toBeNull();
  });

  test('it is told from the start', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => void vi.restoreAllMocks());
    await setUp();
    expect(banner()).not.toBeNull();
  });

  test('nothing moves during a press', async () => {
    const { transport } = await setUp();
    const tile = screen.getByRole('link', { name: /Bank card/ });
    fireEvent.pointerDown(tile);
    act(() => transport.reach(false));
    expect(banner()).toBeNull();
    fireEvent.pointerUp(tile);
    fireEvent.click(tile);
    await waitFor(() => expect(banner()).not.toBeNull());
  });
});

test('a skeleton shows while the first screen’s definition loads', async () => {
  const { element } = setStage({
    path: '/withdrawal',
    tree: { ...mainTree, loadRest: () => new Promise(() => {}) },
  });
  render(element);
  expect(screen.getByRole('heading', { level: 1, name: 'Loading' })).toBeTruthy();
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true');
});

test('the focus moves to each screen’s heading, except the first one’s', async () => {
  const { element, router } = setStage();
  render(element);
  await screen.findByRole('link', { name: /Bank card/ });
  expect(document.activeElement).toBe(document.body);
  act(() => router.navigate({ to: 'Change deposit region' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Region' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('every screen is reported to the host, and once that the first one is usable', async () => {
  const { element, router, bridge } = setStage();
  render(element);
  await screen.findByRole('link', { name: /Bank card/ });
  act(() => router.navigate({ to: 'Withdrawal list' }));
  await screen.findByRole('heading', { name: 'Withdrawals' });
  const reported = bridge.sent.flatMap((message) => {
    if (message.messageType === 'navigate') return [message.payload.path];
    return message.messageType === 'FullLoaded' ? [message.messageType] : [];
  });
  expect(reported.toSorted()).toEqual(['/deposit', '/withdrawal', 'FullLoaded']);
});

test('an error screen that can’t be loaded still shows what happened, and a way to try again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let isOffline = true;
  const load = async () => {
    if (isOffline) throw new Error('offline');
    return mainRoutes;
  };
  const { element } = setStage({
    path: '/deposit/region',
    tree: {
      ...mainTree,
      routes: [{ ...errorRoute, load: () => Promise.reject(new Error('offline')) }],
      loadRest: load,
    },
  });
  render(element);
  expect((await screen.findByRole('alert')).textContent).toContain('Error occurred');
  isOffline = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Region' })).toBeTruthy();
});

test('a form keeps its scroll position when the player comes back, once its fields are there', async () => {
  vi.stubGlobal('ResizeObserver', InstantResizeObserver);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { element, router } = setStage({ hostData: { bonusList: [buildBonus()] } });
  render(element);
  fireEvent.click(await screen.findByRole('link', { name: /Bank card/ }));
  await screen.findByRole('textbox', { name: 'Amount' });
  // The tests' DOM has no layout: skeletons count as too low to be scrolled.
  const tops: number[] = [];
  vi.spyOn(window, 'scrollTo').mockImplementation((options) => {
    const isSkeleton = document.querySelector('main[aria-busy=true]') !== null;
    tops.push(isSkeleton ? 0 : ((options as ScrollToOptions).top ?? 0));
  });
  Object.defineProperty(window, 'scrollY', { value: 300, writable: true, configurable: true });
  act(() => router.navigate({ to: 'Deposit bonus details', search: { method: 'card' } }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Amount' })).toBeNull());
  expect(tops.at(-1)).toBe(0);
  act(() => router.back());
  await screen.findByRole('textbox', { name: 'Amount' });
  await waitFor(() => expect(tops.at(-1)).toBe(300));
});

class InstantResizeObserver {
  private readonly notify: () => void;
  constructor(notify: () => void) {
    this.notify = notify;
  }
  observe() {
    this.notify();
  }
  unobserve() {}
  disconnect() {}
}
