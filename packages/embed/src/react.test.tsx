import { act, cleanup, render } from '@testing-library/react';
import { type ReactElement, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { widgetMessageTypes } from './index.ts';
import { Cashier, type CashierProps } from './react.tsx';

const origin = 'https://pay.example.com';
const props: CashierProps = { url: `${origin}/kassa/`, token: 'token-1' };

let container: HTMLElement;
const post = vi.fn();
const widgetWindow = { postMessage: post };

beforeEach(() => {
  post.mockReset();
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(
    widgetWindow as unknown as Window,
  );
  // The element isn't attached to the document; otherwise happy-dom would load the frame's page.
  container = document.createElement('div');
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const mount = (ui: ReactElement) => render(ui, { container });

function speak(message: object): void {
  const data = JSON.stringify(message);
  act(() => {
    const event = Object.assign(new Event('message'), { data, origin, source: widgetWindow });
    window.dispatchEvent(event);
  });
}
const speakLoaded = () => speak({ messageType: 'Loaded', version: 'v1.0.461' });
const sent = () => post.mock.calls.map(([json]) => JSON.parse(String(json)));
const frames = () => container.querySelectorAll('iframe');

it('mounts one cashier, with listeners from the first message on', () => {
  const onLoaded = vi.fn();
  mount(<Cashier {...props} locale="ar" onLoaded={onLoaded} className="pay" />);
  speakLoaded();
  expect(frames()).toHaveLength(1);
  expect(frames()[0]?.parentElement?.className).toBe('pay');
  expect(sent()).toEqual([{ messageType: 'loaded', payload: { token: 'token-1', locale: 'ar' } }]);
  expect(onLoaded).toHaveBeenCalledExactlyOnceWith({ version: 'v1.0.461' });
});

it('works under StrictMode, which mounts twice', () => {
  mount(
    <StrictMode>
      <Cashier {...props} />
    </StrictMode>,
  );
  expect(frames()).toHaveLength(1);
  speakLoaded();
  expect(sent()).toHaveLength(1);
});

it('renders on a server, and mounts in the browser', () => {
  expect(renderToString(<Cashier {...props} className="pay" />)).toBe('<div class="pay"></div>');
});

describe('a change', () => {
  it('of token, theme or bonuses is sent as a live message into the same frame', () => {
    const { rerender } = mount(<Cashier {...props} theme="light" />);
    const [frame] = frames();
    speakLoaded();
    post.mockReset();
    rerender(<Cashier {...props} theme="light" />);
    expect(sent()).toEqual([]);
    rerender(<Cashier {...props} token="token-2" theme="light" />);
    rerender(<Cashier {...props} token="token-2" theme="dark" />);
    for (let round = 0; round < 2; round += 1) {
      // Each render passes new objects with the same content.
      rerender(<Cashier {...props} token="token-2" theme="dark" themeTokens={{ bg: '#000' }} />);
    }
    rerender(<Cashier {...props} token="token-2" theme="dark" />);
    expect(sent()).toEqual([
      { messageType: 'token-updated', payload: { token: 'token-2' } },
      { messageType: 'theme-updated', payload: { theme: 'dark', themeTokens: {} } },
      { messageType: 'theme-updated', payload: { theme: 'dark', themeTokens: { bg: '#000' } } },
      { messageType: 'theme-updated', payload: { theme: 'dark', themeTokens: {} } },
    ]);
    expect(frames()[0]).toBe(frame);
  });

  it('of the bonuses is sent too', () => {
    const bonus = {
      id: 'b1',
      type: 'freespin',
      currency: 'EUR',
      mustAccruedBefore: '2026-12-01T00:00:00Z',
      content: { title: 'Spins' },
    } as const;
    const { rerender } = mount(<Cashier {...props} bonusList={[bonus]} />);
    speakLoaded();
    rerender(<Cashier {...props} bonusList={[]} />);
    expect(sent().at(-1)).toEqual({
      messageType: 'bonus-list-updated',
      payload: { bonusList: [] },
    });
  });

  it('of the listeners takes effect at once', () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const { rerender } = mount(<Cashier {...props} onClose={first} />);
    rerender(<Cashier {...props} onClose={second} />);
    speak({ messageType: 'onClose' });
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
    expect(frames()).toHaveLength(1);
  });

  it.each([
    { url: `${origin}/other/` },
    { locale: 'ar' },
    { start: 'withdrawal' as const },
    { experiments: [{ key: 'payment_methods', group: 'group_b' }] },
    { theme: 'dark' as const },
  ])('of any other property mounts a new cashier: %j', (changed) => {
    const { rerender } = mount(<Cashier {...props} />);
    const [frame] = frames();
    rerender(<Cashier {...props} {...changed} />);
    expect(frames()).toHaveLength(1);
    expect(frames()[0]).not.toBe(frame);
  });
});

it('requests a fresh token with the latest function', async () => {
  const { rerender } = mount(<Cashier {...props} refreshToken={async () => 'old'} />);
  rerender(<Cashier {...props} refreshToken={async () => 'token-2'} />);
  speakLoaded();
  speak({ messageType: 'tokenExpired' });
  await expect
    .poll(() => sent().at(-1))
    .toEqual({ messageType: 'token-updated', payload: { token: 'token-2' } });
});

it('sets its handle, and clears it once unmounted', () => {
  const handleRef: CashierProps['handleRef'] = { current: null };
  const onClose = vi.fn();
  const { unmount } = mount(<Cashier {...props} handleRef={handleRef} onClose={onClose} />);
  speakLoaded();
  handleRef.current?.close();
  expect(sent().at(-1)).toEqual({ messageType: 'close' });
  unmount();
  expect(frames()).toHaveLength(0);
  expect(handleRef.current).toBeNull();
  speak({ messageType: 'onClose' });
  expect(onClose).not.toHaveBeenCalled();
});

it('has a listener for each message, named by React’s convention', () => {
  const named = {
    Loaded: 'onLoaded',
    'reconnect-attempt': 'onReconnectAttempt',
    onClose: 'onClose',
    depositStatus: 'onDepositStatus',
  } as const;
  expectTypeOf<(typeof named)[keyof typeof named]>().toExtend<keyof CashierProps>();
  expect(widgetMessageTypes).toEqual(expect.arrayContaining(Object.keys(named)));
  const listeners = Object.fromEntries(Object.values(named).map((name) => [name, vi.fn()]));
  mount(<Cashier {...props} {...listeners} />);
  speakLoaded();
  speak({ messageType: 'onClose' });
  speak({ messageType: 'depositStatus', payload: { depositId: 'd1', status: 'processed' } });
  speak({ messageType: 'reconnect-attempt', payload: { attempt: 1, url: origin } });
  for (const [name, listener] of Object.entries(listeners)) {
    expect(listener, name).toHaveBeenCalledOnce();
  }
});
