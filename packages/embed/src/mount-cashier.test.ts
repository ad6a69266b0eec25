import {
  afterEach,
  beforeEach,
  describe,
  expect,
  expectTypeOf,
  it,
  onTestFinished,
  vi,
} from 'vitest';
import { type CashierHandle, type CashierOptions, mountCashier } from './mount-cashier.ts';

const origin = 'https://pay.example.com';
const loaded = { messageType: 'Loaded', version: 'v1.0.461' };
const resize = (height: number) => ({ messageType: 'resize', payload: { height } });

let host: HTMLElement;
const mounted: CashierHandle[] = [];

beforeEach(() => {
  // The element isn't attached to the document; otherwise happy-dom would load the frame's page.
  host = document.createElement('div');
});

afterEach(() => {
  for (const handle of mounted.splice(0)) handle.destroy();
});

/**
 * Mounts a cashier. Returns the widget's side: the messages that it received, and a way to send
 * some.
 */
function mount(options: Partial<CashierOptions> = {}) {
  const handle = mountCashier(host, { url: `${origin}/kassa/`, token: 'token-1', ...options });
  mounted.push(handle);
  const postMessage = vi.fn();
  const frameWindow = { postMessage };
  Object.defineProperty(handle.iframe, 'contentWindow', {
    get: () => (host.contains(handle.iframe) ? frameWindow : null),
  });
  const speakRaw = (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
    window.dispatchEvent(
      Object.assign(new Event('message'), { data, origin, source: frameWindow, ...from }),
    );
  return {
    handle,
    speakRaw,
    speak: (message: object, from?: { origin?: string; source?: unknown }) =>
      speakRaw(JSON.stringify(message), from),
    sent: () => postMessage.mock.calls.map(([json, target]) => [JSON.parse(String(json)), target]),
  };
}

describe('the frame', () => {
  it('has locale and theme in its address, and only the permissions it needs', () => {
    const { handle } = mount({ url: `${origin}/kassa/?brand=a`, locale: 'ar', theme: 'dark' });
    const { iframe } = handle;
    expect(iframe.src).toBe(`${origin}/kassa/?brand=a&locale=ar&theme=dark`);
    expect(iframe.title).toBe('Cashier');
    expect(iframe.getAttribute('allow')).toBe(
      'clipboard-write; payment; autoplay; web-share; fullscreen',
    );
    expect(iframe.getAttribute('sandbox')?.split(' ')).toEqual([
      'allow-scripts',
      'allow-same-origin',
      'allow-forms',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-downloads',
    ]);
  });

  it.each([
    ['/kassa/', 'withdrawal', '/kassa/withdrawal'],
    ['/kassa', 'withdrawal', '/kassa/withdrawal'],
    ['/kassa/?brand=a', 'withdrawal', '/kassa/withdrawal?brand=a'],
    ['/kassa/', 'deposit', '/kassa/'],
    ['/kassa/', undefined, '/kassa/'],
  ] as const)('with the address %s and the start %s opens %s', (address, start, opened) => {
    const { handle, speak, sent } = mount({ url: `${origin}${address}`, start });
    expect(handle.iframe.src).toBe(`${origin}${opened}`);
    speak(loaded);
    // The widget reads it from its address.
    expect(sent()).toEqual([[{ messageType: 'loaded', payload: { token: 'token-1' } }, origin]]);
  });

  it('fills its element, whatever the content’s height', () => {
    const { handle, speak } = mount();
    const before = handle.iframe.style.cssText;
    expect(handle.iframe.style.minHeight).toBe('100%');
    expect(handle.iframe.style.maxHeight).toBe('100%');
    speak(resize(712));
    expect(handle.iframe.style.cssText).toBe(before);
  });

  it('follows the height of its content on request, and tells the widget', () => {
    const { handle, speak, sent } = mount({ autoHeight: true });
    expect(handle.iframe.style.height).toBe('640px');
    speak(loaded);
    speak(resize(712.4));
    expect(handle.iframe.style.height).toBe('713px');
    const payload = { token: 'token-1', autoHeight: true };
    expect(sent()).toEqual([[{ messageType: 'loaded', payload }, origin]]);
  });

  it('is adopted if the page has one already, and gets its answer', () => {
    const iframe = document.createElement('iframe');
    Object.defineProperty(iframe, 'src', { value: `${origin}/kassa/?locale=en` });
    const postMessage = vi.fn();
    Object.defineProperty(iframe, 'contentWindow', { value: { postMessage } });
    const handle = mountCashier(iframe, { url: `${origin}/kassa/`, token: 'token-1' });
    mounted.push(handle);
    expect(handle.iframe).toBe(iframe);
    expect(iframe.title).toBe('Cashier');
    window.dispatchEvent(
      Object.assign(new Event('message'), {
        data: JSON.stringify(loaded),
        origin,
        source: iframe.contentWindow,
      }),
    );
    expect(JSON.parse(String(postMessage.mock.calls[0]?.[0]))).toEqual({
      messageType: 'loaded',
      payload: { token: 'token-1' },
    });
  });

  it('is rejected if an existing one has another address', () => {
    const iframe = document.createElement('iframe');
    Object.defineProperty(iframe, 'src', { value: 'https://elsewhere.example/' });
    const options = { url: `${origin}/kassa/`, token: 'token-1' };
    expect(() => mountCashier(iframe, options)).toThrow(/src must be at https:\/\/pay/);
  });

  it('rejects a wrong address or element with a clear message', () => {
    const options = { url: '/kassa/', token: 't' };
    expect(() => mountCashier(host, options)).toThrow(/absolute http\(s\) address.*"\/kassa\/"/);
    expect(() => mountCashier(host, { ...options, url: 'javascript:alert(1)' })).toThrow(TypeError);
    const missing = document.querySelector<HTMLElement>('#missing') as HTMLElement;
    expect(() => mountCashier(missing, { ...options, url: origin })).toThrow(/the element/);
    expect(host.childElementCount).toBe(0);
  });
});

describe('a change of screen', () => {
  const navigate = (path: string) => ({ messageType: 'navigate', payload: { path } });
  let frameTop = -400;
  let options: IntersectionObserverInit | undefined;

  /** Reports a frame of 900 px in a window of 800, at once. */
  class FakeIntersectionObserver {
    private readonly notify: IntersectionObserverCallback;
    constructor(notify: IntersectionObserverCallback, given?: IntersectionObserverInit) {
      this.notify = notify;
      options = given;
    }
    observe() {
      const entry = {
        isIntersecting: frameTop < 800,
        boundingClientRect: { top: frameTop },
        intersectionRect: { top: Math.max(frameTop, 0) },
      };
      this.notify([entry as IntersectionObserverEntry], this as unknown as IntersectionObserver);
    }
    disconnect() {}
  }

  /** Mounts a cashier, shows its first screen, and returns the calls of `scrollIntoView`. */
  function mountScrolled(given: Partial<CashierOptions> = {}) {
    const stage = mount(given);
    const scroll = vi.spyOn(stage.handle.iframe, 'scrollIntoView').mockReturnValue();
    stage.speak(loaded);
    stage.speak(navigate('/deposit'));
    return { ...stage, scroll };
  }

  beforeEach(() => {
    frameTop = -400;
    vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver);
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
  });
  afterEach(() => void vi.unstubAllGlobals());

  it.each([-400, 900])('brings the frame’s top into sight from %d px', (top) => {
    frameTop = top;
    const { speak, scroll } = mountScrolled();
    speak(navigate('/deposit/redirect'));
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'start', behavior: 'smooth' });
  });

  it('moves without animation where the player prefers reduced motion', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const { speak, scroll } = mountScrolled();
    speak(navigate('/deposit/redirect'));
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'start', behavior: 'instant' });
  });

  it('moves nothing if the top is in sight', () => {
    frameTop = 60;
    const { speak, scroll } = mountScrolled();
    speak(navigate('/deposit/redirect'));
    expect(scroll).not.toHaveBeenCalled();
  });

  it('counts what the host’s fixed header covers as out of sight', () => {
    document.documentElement.style.scrollPaddingTop = '72px';
    onTestFinished(() => void document.documentElement.removeAttribute('style'));
    mountScrolled().speak(navigate('/deposit/redirect'));
    expect(options?.rootMargin).toBe('-72px 0px 0px');
  });

  it('moves nothing on the first screen, also after a reload, and for other messages', () => {
    const { speak, scroll } = mountScrolled();
    speak({ messageType: 'depositStatus', payload: { depositId: 'd1', status: 'processed' } });
    speak(resize(900));
    speak(loaded);
    speak(navigate('/deposit'));
    expect(scroll).not.toHaveBeenCalled();
  });

  it('moves nothing while the player types in the host’s page', () => {
    const chat = document.createElement('textarea');
    document.body.append(chat);
    onTestFinished(() => chat.remove());
    chat.focus();
    const { speak, scroll } = mountScrolled();
    speak(navigate('/deposit/complete'));
    expect(scroll).not.toHaveBeenCalled();
  });

  it('moves nothing if the host switched it off, and the cashier isn’t told', () => {
    const { speak, scroll, sent } = mountScrolled({ autoScroll: false });
    speak(navigate('/deposit/redirect'));
    expect(scroll).not.toHaveBeenCalled();
    const payload = { token: 'token-1' };
    expect(sent()).toEqual([[{ messageType: 'loaded', payload }, origin]]);
  });
});

describe('the handshake', () => {
  it('answers Loaded with the host data, to the exact origin', () => {
    const { speak, sent } = mount({ locale: 'ru', currency: 'EUR' });
    speak(loaded);
    const payload = { token: 'token-1', locale: 'ru', currency: 'EUR' };
    expect(sent()).toEqual([[{ messageType: 'loaded', payload }, origin]]);
  });

  it('answers a repeated Loaded with the newest token and theme', () => {
    const { handle, speak, sent } = mount();
    speak(loaded);
    handle.updateToken('token-2');
    handle.updateTheme('dark');
    speak(loaded);
    expect(sent().map(([message]) => message)).toEqual([
      { messageType: 'loaded', payload: { token: 'token-1' } },
      { messageType: 'token-updated', payload: { token: 'token-2' } },
      { messageType: 'theme-updated', payload: { theme: 'dark' } },
      { messageType: 'loaded', payload: { token: 'token-2', theme: 'dark' } },
    ]);
  });

  it('sends nothing before the widget has loaded, and then the latest data', () => {
    const { handle, speak, sent } = mount();
    handle.updateToken('token-2');
    handle.close();
    expect(sent()).toEqual([]);
    speak(loaded);
    handle.close();
    expect(sent().map(([message]) => message)).toEqual([
      { messageType: 'loaded', payload: { token: 'token-2' } },
      { messageType: 'close' },
    ]);
  });

  it('does not change the host’s options', () => {
    const options = { url: `${origin}/kassa/`, token: 'token-1' };
    const { handle } = mount(options);
    handle.updateToken('token-2');
    expect(options.token).toBe('token-1');
  });
});

describe('live changes', () => {
  const bonus = {
    id: 'b1',
    type: 'deposit',
    currency: 'EUR',
    mustAccruedBefore: '2026-12-01T00:00:00Z',
    content: { title: 'Welcome' },
  } as const;

  it('are sent at once, and to a widget that reloads', () => {
    const { handle, speak, sent } = mount({ theme: 'light', themeTokens: { bg: '#fff' } });
    speak(loaded);
    handle.updateTheme('dark', { accent: '#0a7' });
    handle.updateTheme(undefined, { radius: '4px' });
    handle.updateBonusList([bonus]);
    speak(loaded);
    const given = { token: 'token-1', theme: 'light', themeTokens: { bg: '#fff' } };
    const newest = { theme: 'dark', themeTokens: { radius: '4px' }, bonusList: [bonus] };
    expect(sent().map(([message]) => message)).toEqual([
      { messageType: 'loaded', payload: given },
      { messageType: 'theme-updated', payload: { theme: 'dark', themeTokens: { accent: '#0a7' } } },
      { messageType: 'theme-updated', payload: { themeTokens: { radius: '4px' } } },
      { messageType: 'bonus-list-updated', payload: { bonusList: [bonus] } },
      { messageType: 'loaded', payload: { ...given, ...newest } },
    ]);
  });

  it('are rejected if invalid, without being sent or kept', () => {
    const { handle, speak, sent } = mount();
    const untyped = handle as unknown as Record<string, (...values: unknown[]) => void>;
    expect(() => untyped.updateToken?.(undefined)).toThrow(/token must be a string/);
    expect(() => untyped.updateTheme?.('sepia')).toThrow(/theme must be "light" or "dark"/);
    expect(() => untyped.updateTheme?.('dark', { accent: 7 })).toThrow(/themeTokens.accent/);
    expect(() => untyped.updateBonusList?.({})).toThrow(/bonusList must be an array/);
    expect(() => untyped.on?.('onclose', () => {})).toThrow(/"onclose"/);
    expect(() => untyped.on?.('onClose', 'close()')).toThrow(/the listener of onClose/);
    speak(loaded);
    expect(sent()).toEqual([[{ messageType: 'loaded', payload: { token: 'token-1' } }, origin]]);
  });
});

describe('refreshToken', () => {
  it('is called when the widget reports a rejected token, and its new token is sent', async () => {
    const refreshToken = vi.fn(async () => 'token-2');
    const { speak, sent } = mount({ refreshToken });
    speak(loaded);
    speak({ messageType: 'tokenExpired' });
    const update = { messageType: 'token-updated', payload: { token: 'token-2' } };
    await expect.poll(() => sent().at(-1)).toEqual([update, origin]);
    expect(refreshToken).toHaveBeenCalledExactlyOnceWith();
    speak(loaded);
    const payload = { token: 'token-2' };
    expect(sent().at(-1)).toEqual([{ messageType: 'loaded', payload }, origin]);
  });

  it('is not called after destroy', async () => {
    const answer = Promise.withResolvers<string>();
    const { handle, speak, sent } = mount({ refreshToken: () => answer.promise });
    speak(loaded);
    speak({ messageType: 'tokenExpired' });
    handle.destroy();
    answer.resolve('token-2');
    await answer.promise;
    expect(sent()).toHaveLength(1);
  });
});

describe('foreign and malformed messages', () => {
  it('accepts messages from its own frame and origin only', () => {
    const onClose = vi.fn();
    const { speak, sent } = mount({ on: { onClose } });
    for (const message of [loaded, { messageType: 'onClose' }]) {
      speak(message, { source: window });
      speak(message, { source: null });
      speak(message, { origin: 'https://pay.example.com.evil.example' });
      speak(message, { origin: 'http://pay.example.com' });
      speak(message, { origin: 'null' });
    }
    expect(onClose).not.toHaveBeenCalled();
    expect(sent()).toEqual([]);
  });

  it('ignores anything that is no message of the contract', () => {
    const listener = vi.fn();
    const on = { resize: listener, Loaded: listener };
    const { handle, speak, speakRaw, sent } = mount({ on, autoHeight: true });
    const raw = ['', '{', 'null', '7', '[]', '"Loaded"', loaded, null, undefined, new Blob()];
    for (const data of raw) speakRaw(data);
    speak({});
    speak({ messageType: 'from-a-newer-widget', payload: {} });
    speak({ messageType: 'toString' });
    speak({ messageType: 'resize' });
    speak({ messageType: 'resize', payload: null });
    speak({ messageType: 'resize', payload: { height: '100' } });
    speak({ messageType: 'Loaded' });
    expect(listener).not.toHaveBeenCalled();
    expect(sent()).toEqual([]);
    expect(handle.iframe.style.height).toBe('640px');
  });
});

describe('listeners', () => {
  it('receive the typed payload of their message', () => {
    const onStatus = vi.fn();
    const onLoaded = vi.fn();
    const { handle, speak } = mount({ on: { Loaded: onLoaded } });
    handle.on('depositStatus', (payload) => {
      expectTypeOf(payload).toEqualTypeOf<{ depositId: string; status: string }>();
      onStatus(payload);
    });
    speak(loaded);
    speak({ messageType: 'depositStatus', payload: { depositId: 'd1', status: 'processed' } });
    expect(onLoaded).toHaveBeenCalledExactlyOnceWith({ version: 'v1.0.461' });
    expect(onStatus).toHaveBeenCalledExactlyOnceWith({ depositId: 'd1', status: 'processed' });
  });

  it('stop after their unsubscribe, also inside a listener', () => {
    const { handle, speak } = mount();
    const second = vi.fn();
    const first = vi.fn(() => unsubscribe());
    const unsubscribe = handle.on('onInit', first);
    handle.on('onInit', second);
    speak({ messageType: 'onInit' });
    speak({ messageType: 'onInit' });
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).toHaveBeenCalledTimes(2);
  });

  it('that throw are reported and do not affect others', () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    onTestFinished(() => void vi.unstubAllGlobals());
    const fault = new Error('from the host page');
    const second = vi.fn();
    const { handle, speak } = mount();
    handle.on('onClose', () => {
      throw fault;
    });
    handle.on('onClose', second);
    speak({ messageType: 'onClose' });
    expect(second).toHaveBeenCalledOnce();
    expect(report).toHaveBeenCalledExactlyOnceWith(fault);
  });
});

describe('destroy', () => {
  it('removes the frame and stops all messages', () => {
    const onClose = vi.fn();
    const { handle, speak, sent } = mount({ on: { onClose } });
    speak(loaded);
    const before = sent().length;
    handle.destroy();
    handle.destroy();
    speak({ messageType: 'onClose' });
    speak(loaded);
    handle.updateToken('token-2');
    expect(host.childElementCount).toBe(0);
    expect(onClose).not.toHaveBeenCalled();
    expect(sent()).toHaveLength(before);
  });

  it('of one cashier does not affect another on the page', () => {
    const onClose = vi.fn();
    const first = mount();
    const second = mount({ on: { onClose } });
    first.handle.destroy();
    second.speak({ messageType: 'onClose' });
    expect(onClose).toHaveBeenCalledOnce();
  });
});
