// @vitest-environment happy-dom
import type { CashierOptions } from '@kassa/embed';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { pageHtml } from '../html/page-html.ts';
import { siteLanguageOf } from '../site-texts.ts';
import { sites } from '../sites.ts';

const { mountCashier } = vi.hoisted(() => ({ mountCashier: vi.fn() }));

vi.mock('@kassa/embed', async (load) => ({
  ...(await load<typeof import('@kassa/embed')>()),
  mountCashier,
}));

const widgetUrl = 'https://pay.example.com/kassa/';
const { defaults: given } = sites.northline;
const choices = { countries: ['de', 'in'], currencies: ['EUR', 'INR'], defaults: given };
const handle = {
  updateToken: vi.fn(),
  updateTheme: vi.fn(),
  updateBonusList: vi.fn(),
  close: vi.fn(),
  destroy: vi.fn(),
  on: vi.fn(),
  iframe: { contentWindow: { postMessage: vi.fn() } },
};
const post = handle.iframe.contentWindow.postMessage;
/** The streams of webhooks that the page has opened. */
const streams: FakeEventSource[] = [];

class FakeEventSource {
  onmessage: ((message: { data: string }) => void) | null = null;
  isOpen = true;
  readonly address: string;

  constructor(address: string) {
    this.address = address;
    streams.push(this);
  }

  close(): void {
    this.isOpen = false;
  }
}

const welcome = {
  id: '01937f65',
  type: 'deposit',
  currency: 'EUR',
  mustAccruedBefore: '2099-01-31T12:00:00Z',
  content: { title: 'Welcome' },
};
let tokens = 0;
const asked: object[] = [];

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  tokens = 0;
  asked.length = 0;
  streams.length = 0;
  vi.stubGlobal('EventSource', FakeEventSource);
  localStorage.clear();
  mountCashier.mockReturnValue(handle);
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address === '/bonuses') {
      asked.push(JSON.parse(String(init?.body)));
      return Response.json({ bonuses: [{ name: 'welcome', bonus: welcome }] });
    }
    if (!address.startsWith('/token'))
      return Response.json({ balances: [{ amount: '5', currency: 'EUR' }] });
    asked.push(JSON.parse(String(init?.body)));
    tokens += 1;
    return Response.json({ token: `secret-token-${tokens}` });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Opens the page like a browser, and waits until its script has run. */
async function open(query = ''): Promise<void> {
  history.replaceState(null, '', `/${query}`);
  const language = siteLanguageOf(new URLSearchParams(query).get('locale') ?? 'en');
  // The markup's own tag is lost inside of the document's.
  document.documentElement.lang = language;
  document.documentElement.innerHTML = pageHtml({
    data: { site: 'northline', otherSiteUrl: null, widgetUrl, choices, hasWebhooks: true },
    language,
    scriptPath: '',
    stylePath: '',
  });
  await import('./main.ts');
}

const find = <Kind extends HTMLElement>(selector: string): Kind => {
  const found = document.querySelector<Kind>(selector);
  if (found === null) throw new Error(`The page has no ${selector}`);
  return found;
};
const press = (id: string) => find<HTMLButtonElement>(`#${id}`).click();
const textOf = (id: string) => find(`#${id}`).textContent;
const mountedWith = (): CashierOptions => mountCashier.mock.lastCall?.[1];
const untilMounted = (times = 1) => expect.poll(() => mountCashier).toHaveBeenCalledTimes(times);
/** Simulates a message of the widget. */
const say = (type: string, payload: object = {}) => {
  for (const [known, listener] of handle.on.mock.calls) if (known === type) listener(payload);
};
function change(name: string, value: string): void {
  const field = find<HTMLInputElement>(`[name="${name}"]`);
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('the address', () => {
  it('sets the cashier and the controls, and never holds a token', async () => {
    await open('?player=bob&locale=ar&transport=http&group.payment_methods=group_b');
    await untilMounted();
    expect(mountedWith()).toMatchObject({
      url: widgetUrl,
      token: 'secret-token-1',
      userId: 'bob',
      locale: 'ar',
      transport: 'http',
      experiments: [{ key: 'payment_methods', group: 'group_b' }],
    });
    expect(find<HTMLSelectElement>('[name=locale]').value).toBe('ar');
    expect(textOf('player-name')).toBe('bob');
    change('currency', 'INR');
    await untilMounted(2);
    expect(location.search).toContain('currency=INR');
    expect(location.href).not.toContain('secret');
  });

  it('with an invalid player shows the problem, and starts without a player', async () => {
    await open('?player=%3Cb%3E');
    expect(textOf('cashier-state')).toBe('No player');
    expect(textOf('cashier-invalid-player-reason')).toContain('“<b>”');
    expect(textOf('problem-list')).toContain('player=<b>');
    expect(find<HTMLInputElement>('[name=player]').value).toBe('<b>');
    expect(asked).toEqual([]);
    change('player', 'ann');
    await untilMounted();
    expect(mountedWith()).toMatchObject({ userId: 'ann' });
    expect(find('#problems').hidden).toBe(true);
  });

  it('with any other invalid value shows the problem, and uses the default', async () => {
    await open('?player=bob&theme=pink');
    await untilMounted();
    expect(textOf('problem-list')).toContain('theme=pink');
    expect(mountedWith()).toMatchObject({ theme: 'light' });
  });
});

describe('the controls', () => {
  it('accept no invalid value', async () => {
    await open('?player=bob');
    await untilMounted();
    for (const [name, value] of [
      ['player', 'no good!'],
      ['tokens', 'glow: red'],
      ['badge', 'http://example.com'],
    ] as const) {
      change(name, value);
      const field = find<HTMLInputElement>(`[name="${name}"]`);
      expect(field.validationMessage, name).not.toBe('');
      field.value = name === 'player' ? 'bob' : '';
    }
    expect(mountCashier).toHaveBeenCalledTimes(1);
    expect(location.search).toBe('?player=bob');
  });

  it('put an app’s cashier into a phone’s frame', async () => {
    await open('?platform=android&autoHeight=1');
    await untilMounted();
    expect(mountedWith()).toMatchObject({
      platform: 'android',
      isMobileApp: true,
    });
    expect(mountedWith()).not.toHaveProperty('autoHeight');
    expect(find('#cashier').hasAttribute('data-phone')).toBe(true);
    const app = find<HTMLInputElement>('[name=app]');
    expect([app.checked, app.disabled]).toEqual([true, true]);
    expect(textOf('cashier-phone-note')).toContain('still in a frame');
  });
});

describe('the messages', () => {
  beforeEach(async () => {
    await open('?player=bob');
    await untilMounted();
  });

  it('are sent live, and the settings stay in the address', async () => {
    press('send-theme');
    press('send-tokens');
    press('send-bonuses');
    press('send-close');
    expect(handle.updateTheme.mock.calls).toEqual([
      ['dark'],
      [undefined, expect.objectContaining({ accent: '#0a7d5c' })],
    ]);
    await expect
      .poll(() => handle.updateBonusList.mock.lastCall?.[0])
      .toMatchObject([{ id: '01937f65' }]);
    expect(handle.close).toHaveBeenCalledOnce();
    expect(location.search).toMatch(/theme=dark.*tokens=accent.*bonuses=deposit/);
    expect(mountCashier).toHaveBeenCalledTimes(1);
  });

  it('send a fresh token, and an expired one', async () => {
    press('send-token');
    await expect.poll(() => handle.updateToken).toHaveBeenLastCalledWith('secret-token-2');
    press('send-expired');
    await expect.poll(() => handle.updateToken).toHaveBeenLastCalledWith('secret-token-3');
    expect(asked).toMatchObject([{}, { isExpired: false }, { isExpired: true }]);
    expect(await mountedWith().refreshToken?.()).toBe('secret-token-4');
    expect(textOf('log-list')).not.toContain('secret');
  });

  it('can be an unrequested answer, and any text', () => {
    press('send-theme');
    press('send-loaded');
    press('send-malformed');
    find<HTMLFormElement>('#send-own').requestSubmit();
    const [[loaded, origin], [malformed], [own]] = post.mock.calls as [string, string][] as [
      [string, string],
      [string],
      [string],
    ];
    expect(origin).toBe('https://pay.example.com');
    expect(JSON.parse(loaded)).toMatchObject({
      messageType: 'loaded',
      payload: { token: 'secret-token-1', theme: 'dark' },
    });
    expect(() => JSON.parse(malformed)).toThrow();
    expect(JSON.parse(own)).toMatchObject({ payload: { theme: 'sepia' } });
    expect(textOf('log-list')).not.toContain('secret');
  });

  it('of the cashier are all in the log with their payload', () => {
    say('onAnalyticsEvent', { event: 'submit', event_category: 'deposit' });
    say('onShare', { text: 'an address' });
    expect(textOf('log-list')).toContain('onAnalyticsEvent{ "event": "submit"');
    expect(textOf('log-list')).toContain('onShare{ "text": "an address" }');
  });

  it('change the panel’s state', () => {
    say('FullLoaded');
    expect(textOf('cashier-state')).toBe('Ready');
    say('onClose');
    expect(textOf('cashier-state')).toBe('Closed');
    expect(handle.destroy).toHaveBeenCalledOnce();
  });
});

describe('the embed code', () => {
  it('follows the settings, in each tab, and can be copied', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open('?player=bob&theme=dark');
    await untilMounted();
    expect(textOf('code-text')).toContain("theme: 'dark'");
    press('code-tab-react');
    expect(textOf('code-text')).toContain('<Cashier');
    find('#code-tab-react').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
    expect(find('[role=tab][aria-selected=true]').textContent).toBe('npm');
    press('code-copy');
    await expect.poll(() => textOf('code-copy')).toBe('Copied');
    expect(writeText).toHaveBeenCalledExactlyOnceWith(textOf('code-text'));
    expect(textOf('code-text')).not.toContain('secret');
  });
});

describe('the balance', () => {
  it('is requested again after a failure until it arrives', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const answer = fetch;
    let refusals = 0;
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
      if (!address.startsWith('/balance') || refusals === 2) return answer(address, init);
      refusals += 1;
      return Response.json({}, { status: 503 });
    });
    await open('?player=bob');
    const balance = async () => {
      await vi.advanceTimersByTimeAsync(2000);
      return textOf('balance');
    };
    await expect.poll(balance).toContain('€5,00');
    expect(refusals).toBe(2);
  });

  it('is requested again when the player goes on, as a withdrawal may have changed it', async () => {
    await open('?player=bob');
    await expect.poll(() => textOf('balance')).toContain('€5,00');
    await untilMounted();
    vi.stubGlobal('fetch', async () =>
      Response.json({ balances: [{ amount: '2', currency: 'EUR' }] }),
    );
    say('navigate', { path: '/withdrawal/complete' });
    await expect.poll(() => textOf('balance')).toContain('€2,00');
  });
});

describe('the site', () => {
  it('is in the cashier’s language, from right to left in Arabic', async () => {
    await open('?player=bob&locale=ar');
    await untilMounted();
    expect(textOf('cashier-title')).toBe('الصندوق');
    expect(textOf('cashier-state')).toBe('جارٍ التحميل');
    expect(mountedWith()).toMatchObject({ locale: 'ar', title: 'الصندوق' });
    say('FullLoaded');
    expect(textOf('cashier-state')).toBe('جاهز');
    expect(find('#playground').dir).toBe('ltr');
  });

  it('agrees with the cashier on a language’s region, and on a balance’s format', async () => {
    await open('?player=bob&locale=es-CO');
    await untilMounted();
    expect(document.documentElement.lang).toBe('es');
    expect(mountedWith()).toMatchObject({ locale: 'es-CO' });
    expect(find<HTMLSelectElement>('[name=locale]').value).toBe('es-CO');
    await expect.poll(() => textOf('balance')).toBe('€\u00a05,00');
  });

  it('is loaded anew in another language', async () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    await open('?player=bob');
    await untilMounted();
    change('locale', 'ar');
    expect(reload).toHaveBeenCalledOnce();
    expect(location.search).toContain('locale=ar');
    expect(mountCashier).toHaveBeenCalledOnce();
  });

  it('offers the bonus that it promotes', async () => {
    await open('?player=bob');
    await untilMounted();
    press('promotion-deposit');
    await untilMounted(2);
    const { id } = welcome;
    expect(mountedWith()).toMatchObject({ bonusId: id, bonusList: [{ id }] });
    press('promotion-deposit');
    expect(mountCashier).toHaveBeenCalledTimes(2);
  });

  it('opens deposits and withdrawals, each by its button', async () => {
    await open('?player=bob&start=withdrawal');
    await untilMounted();
    expect(mountedWith()).toMatchObject({ start: 'withdrawal' });
    expect(textOf('code-text')).toContain("start: 'withdrawal'");
    press('header-withdraw');
    expect(mountCashier).toHaveBeenCalledTimes(1);
    press('header-deposit');
    await untilMounted(2);
    expect(mountedWith()).toMatchObject({ start: 'deposit' });
    expect(location.search).toBe('?player=bob');
    // The player went to the withdrawals inside of the cashier.
    say('navigate', { path: '/withdrawal/redirect' });
    press('header-withdraw');
    expect(mountCashier).toHaveBeenCalledTimes(2);
    press('header-deposit');
    await untilMounted(3);
    expect(mountedWith()).toMatchObject({ start: 'deposit' });
  });

  it.each(['/deposit/history', '/error', '/empty?transaction=withdrawal'])(
    'opens deposits from the cashier’s page %s, too',
    async (path) => {
      await open('?player=bob');
      await untilMounted();
      say('navigate', { path });
      press('header-deposit');
      await untilMounted(2);
      expect(mountedWith()).toMatchObject({ start: 'deposit' });
    },
  );

  it('says in the token who the player is', async () => {
    await open('?player=bob&verified=1&givenName=Ada&familyName=Ng');
    await untilMounted();
    expect(asked[0]).toMatchObject({ verified: true, given_name: 'Ada', family_name: 'Ng' });
  });

  it('has the developer controls folded until a developer opens them', async () => {
    await open('?player=bob');
    const fold = () => find<HTMLDetailsElement>('#playground-fold');
    expect(fold().open).toBe(false);
    fold().open = true;
    fold().dispatchEvent(new Event('toggle'));
    vi.resetModules();
    await open('?player=bob');
    expect(fold().open).toBe(true);
    localStorage.clear();
    vi.resetModules();
    await open('?player=bob&controls=1');
    expect(fold().open).toBe(true);
  });

  it('gives the cashier its own colours: those of the device, or the chosen ones', async () => {
    let isDark = true;
    let notify = () => {};
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('dark') && isDark,
      addEventListener: (_: string, listener: () => void) => {
        if (query.includes('dark')) notify = listener;
      },
    }));
    await open('?player=bob');
    await untilMounted();
    expect(mountedWith()).toMatchObject({ theme: 'dark' });
    isDark = false;
    notify();
    expect(handle.updateTheme).toHaveBeenLastCalledWith('light');
    press('send-theme');
    expect(handle.updateTheme).toHaveBeenLastCalledWith('dark');
    expect(document.documentElement.dataset.theme).toBe('dark');
    const sent = handle.updateTheme.mock.calls.length;
    notify();
    expect(handle.updateTheme).toHaveBeenCalledTimes(sent);
    delete document.documentElement.dataset.theme;
  });
});

describe('webhooks', () => {
  const event = {
    type: 'payment.credited',
    timestamp: '2026-11-21T12:00:00.000Z',
    brand: 'kassa',
    playerId: 'bob',
    sequence: 7,
    data: { amount: '50.00' },
  };

  it('bring the balance of a deposit in another tab', async () => {
    await open('?player=bob');
    await expect.poll(() => textOf('balance')).toContain('€5,00');
    vi.stubGlobal('fetch', async () =>
      Response.json({ balances: [{ amount: '55', currency: 'EUR' }] }),
    );
    streams[0]?.onmessage?.({ data: JSON.stringify(event) });
    await expect.poll(() => textOf('balance')).toContain('€55,00');
  });

  it('of the player appear in the log as they arrive', async () => {
    await open('?player=bob');
    expect(streams.map(({ address }) => address)).toEqual(['/webhooks?playerId=bob']);
    streams[0]?.onmessage?.({ data: JSON.stringify(event) });
    const entry = textOf('log-list');
    expect(entry).toContain('payment.credited');
    expect(entry).toContain('"sequence": 7');
    expect(find('.is-told .log-arrow').ariaLabel).toBe('by webhook, to this site’s backend');
  });

  it('belong to the new player after a change', async () => {
    await open('?player=bob');
    change('theme', 'dark');
    change('player', 'ann');
    await expect.poll(() => streams).toHaveLength(2);
    expect(streams.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    expect(streams[1]?.address).toBe('/webhooks?playerId=ann');
  });
});
