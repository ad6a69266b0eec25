import { buildHostData } from '@kassa/test-kit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withdrawalOfferKey } from '../session/offer-keys.ts';
import { createHttpChannel } from '../transport/http.ts';
import { requestKey, takeEarlyWork } from './early-work.ts';

const origin = 'https://casino.example';
const parent = { postMessage: vi.fn() };
const words = {
  en: { title: 'Not started', text: 'Not loaded', retry: 'Try again' },
  ar: { title: 'لم يبدأ', text: 'تعذّر التحميل', retry: 'حاول' },
};
let fetched: ReturnType<typeof vi.fn>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  parent.postMessage.mockClear();
  fetched = vi.fn(async () => new Response('{}'));
  vi.stubGlobal('parent', parent);
  vi.stubGlobal('fetch', fetched);
  const page = JSON.stringify({ product: 'kassa', allowedOrigins: [origin] });
  document.body.innerHTML =
    `<script type="application/json" id="kassa-page">${page}</script>` +
    '<script type="application/json" id="kassa-locales">{"en":"locales/en.1.json","ar":"locales/ar.2.json"}</script>' +
    `<script type="application/json" id="kassa-words">${JSON.stringify(words)}</script>` +
    '<div id="root"><div class="first-paint"></div></div>';
});
afterEach(() => {
  window.kassaEarly?.stop();
  delete window.kassaEarly;
  delete window.kassaCannotStart;
  document.documentElement.removeAttribute('dir');
  document.head.replaceChildren();
  document.documentElement.lang = 'en';
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function setUp(path = '/kassa/deposit?locale=ar-EG') {
  window.history.replaceState(null, '', path);
  await import('./early.ts');
}

function say(message: object, part: { origin?: string; source?: unknown } = {}) {
  const data = JSON.stringify(message);
  window.dispatchEvent(
    Object.assign(new Event('message'), { data, origin, source: parent, ...part }),
  );
}

const loaded = { messageType: 'loaded', payload: { token: 't', paymentGeo: 'EG' } };
const asked = () => fetched.mock.calls.map(([address]) => new URL(String(address)).pathname);

test('announces itself until the host responds, and not for ever', async () => {
  await setUp();
  await vi.advanceTimersByTimeAsync(250);
  expect(parent.postMessage).toHaveBeenCalledTimes(3);
  expect(parent.postMessage).toHaveBeenCalledWith(
    '{"messageType":"Loaded","version":"v1.0.461"}',
    '*',
  );
  say(loaded);
  await vi.advanceTimersByTimeAsync(1000);
  expect(parent.postMessage).toHaveBeenCalledTimes(3);
});

test('requests the messages of the address’s language and the methods, once', async () => {
  await setUp();
  say(loaded);
  say(loaded);
  expect(asked()).toEqual(
    ['/api/banking/methods-payment-v3', '/kassa/locales/ar.2.json'].map((path) =>
      expect.stringContaining(path.replace('/kassa', '')),
    ),
  );
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(JSON.parse(init.body)).toEqual({
    country: 'eg',
    platform: 'desktop',
    abTestGroup: 'group_a',
  });
  expect(requestKey(address, init)).toContain('Bearer t');
  expect(takeEarlyWork(window).messages).toHaveLength(2);
});

test('requests the methods of the token’s country if the host names none; gold coins become sweep coins', async () => {
  await setUp();
  const token = `e30.${btoa(JSON.stringify({ sub: 'p', country: 'br' }))}.x`;
  say({ messageType: 'loaded', payload: { token, currency: 'QGC' } });
  const [, init] = fetched.mock.calls[0] ?? [];
  expect(JSON.parse(init.body)).toMatchObject({ country: 'br', currency: 'QSC' });
});

test('requests the withdrawal methods where a withdrawal is opened, as the widget does', async () => {
  await setUp('/kassa/withdrawal');
  say({ messageType: 'loaded', payload: { ...loaded.payload, currency: 'EGP' } });
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(asked()[0]).toBe('/api/banking/methods-withdrawal');
  const hostData = buildHostData({ ...loaded.payload, currency: 'EGP' });
  const [, request] = withdrawalOfferKey(hostData, null);
  const channel = createHttpChannel({ origin: window.location.origin, token: 't' });
  await channel.exchange({
    name: 'methods-withdrawal',
    method: 'GET',
    request,
    headers: {},
    signal: undefined,
    keepalive: false,
    isLarge: false,
  });
  const [later, laterInit] = fetched.mock.calls[2] ?? [];
  expect(requestKey(address, init)).toBe(requestKey(String(later), laterInit));
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another window', { source: {} }],
])('does nothing for %s', async (_, part) => {
  await setUp();
  say(loaded, part);
  expect(fetched).not.toHaveBeenCalled();
  expect(window.kassaEarly?.messages).toEqual([]);
});

test.each([
  ['/kassa/withdrawal', 2],
  ['/kassa/withdrawal/complete', 1],
  ['/kassa/error', 1],
  ['/kassa/', 2],
  ['/kassa/deposit/redirect?method=upi', 2],
])('at %s it sends %i requests', async (path, count) => {
  await setUp(path);
  say(loaded);
  expect(fetched).toHaveBeenCalledTimes(count);
});

test('the popup’s page has no host', async () => {
  await setUp('/kassa/form');
  expect(parent.postMessage).not.toHaveBeenCalled();
  expect(window.kassaEarly).toBeUndefined();
});

test.each([[{ token: 7 }], [{}], [null], ['text']])(
  'requests no methods with the payload %j',
  async (payload) => {
    await setUp();
    say({ messageType: 'loaded', payload });
    expect(asked().join()).not.toContain('methods');
  },
);

/** Makes a script of the page fail to load. */
function failScript() {
  const script = Object.assign(document.createElement('script'), {
    type: 'text/plain',
    src: '/kassa/assets/first.Ab12Cd34.js',
  });
  document.body.append(script);
  script.dispatchEvent(new Event('error'));
}
const initErrors = () =>
  parent.postMessage.mock.calls.filter(([json]) => json.includes('onInitError'));
const initError = JSON.stringify({
  messageType: 'onInitError',
  payload: {
    message: 'A script of the cashier could not be loaded: /kassa/assets/first.Ab12Cd34.js',
  },
});

test('a script that can’t be loaded: the player reads it in their language, and can try again', async () => {
  await setUp();
  failScript();
  const alert = document.querySelector('#root [role=alert]');
  expect([...(alert?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    words.ar.title,
    words.ar.text,
  ]);
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  document.querySelector<HTMLButtonElement>('#root button')?.click();
  expect(reload).toHaveBeenCalledOnce();
});

test('the message replaces a drawn list, and its button works', async () => {
  await setUpDrawn();
  failScript();
  expect(root().textContent).toContain(words.ar.title);
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  document.querySelector<HTMLButtonElement>('#root button')?.click();
  expect(reload).toHaveBeenCalledOnce();
});

test('the host hears once of scripts that can’t be loaded, as soon as it has answered', async () => {
  await setUp();
  failScript();
  failScript();
  expect(initErrors()).toEqual([]);
  say(loaded, { origin: 'https://evil.example' });
  expect(initErrors()).toEqual([]);
  say(loaded);
  say(loaded);
  expect(initErrors()).toEqual([[initError, origin]]);
});

test('an app hears of it at once', async () => {
  vi.stubGlobal('parent', window);
  const postMessage = vi.fn();
  window.KassaAndroid = { postMessage };
  await setUp();
  failScript();
  expect(postMessage).toHaveBeenCalledExactlyOnceWith(initError);
  delete window.KassaAndroid;
});

test('a script that fails to run counts too, but not one of another site', async () => {
  await setUp('/kassa/deposit?locale=de');
  say(loaded);
  const fail = (filename: string) =>
    window.dispatchEvent(new ErrorEvent('error', { message: 'SyntaxError', filename }));
  fail('chrome-extension://abc/content.js');
  expect(initErrors()).toEqual([]);
  fail(new URL('assets/first.Ab12Cd34.js', document.baseURI).href);
  expect(initErrors()).toHaveLength(1);
  // German has no complete words here.
  expect(document.querySelector('#root h1')?.textContent).toBe(words.en.title);
});

test('once the widget runs, its own screens show what fails', async () => {
  await setUp();
  say(loaded);
  delete window.kassaCannotStart;
  failScript();
  expect(initErrors()).toEqual([]);
  expect(document.querySelector('.first-paint')).not.toBeNull();
});

/** The page is of a server that can draw. */
function knowBuild() {
  const page = JSON.stringify({ product: 'kassa', allowedOrigins: [origin], build: 'b1' });
  (document.getElementById('kassa-page') as HTMLElement).textContent = page;
}

/** Has the server draw the list, with markup like the widget's own. */
async function setUpDrawn(markup = '<a href="/kassa/deposit/redirect?method=card">Card</a>') {
  knowBuild();
  fetched.mockImplementation(async () => new Response(JSON.stringify({ screen: markup })));
  await setUp();
  say({
    messageType: 'loaded',
    payload: {
      ...loaded.payload,
      theme: 'dark',
      themeTokens: { accent: '#112233', bg: 'url(x)' },
      bonusList: [{}, {}, {}],
    },
  });
  await vi.advanceTimersByTimeAsync(0);
}
const root = () => document.getElementById('root') as HTMLElement;
const pressLink = (selector = 'a') => {
  const press = new MouseEvent('click', { bubbles: true, cancelable: true });
  document.querySelector(`#root ${selector}`)?.dispatchEvent(press);
  return press;
};

test('asks for the list’s markup with the methods, and shows it with the host’s look', async () => {
  await setUpDrawn();
  const [address, init] = fetched.mock.calls[0] ?? [];
  const { screen, ...request } = JSON.parse(init.body);
  expect(screen).toEqual({
    build: 'b1',
    view: 'main',
    address: '/deposit',
    locale: 'ar-EG',
    closingButton: true,
    hasBadge: false,
    bonuses: 2,
    hasCryptoBonus: false,
  });
  expect(root().textContent).toBe('Card');
  const { lang, dir, dataset, style } = document.documentElement;
  expect([lang, dir, dataset.theme]).toEqual(['ar', 'rtl', 'dark']);
  expect(style.getPropertyValue('--k-accent')).toBe('#112233');
  expect(style.getPropertyValue('--k-bg')).toBe('');
  // The file of words doesn't take the network from the list.
  expect(asked()).toHaveLength(2);
  // The widget takes the answer as that to its own request.
  const taken = takeEarlyWork(window);
  const own = { ...init, body: JSON.stringify(request) };
  expect(await (await taken.fetch(address, own)).json()).toHaveProperty('screen');
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(taken.screen?.settle()).toEqual(screen);
});

test('a press on the drawn list waits for the widget, and is pressed then, once', async () => {
  await setUpDrawn('<button type="button">More</button>');
  const press = pressLink('button');
  expect(press.defaultPrevented).toBe(true);
  expect(document.querySelector('button')?.hasAttribute('data-waiting')).toBe(true);
  const { screen } = takeEarlyWork(window);
  const followed = vi.fn((event: Event) => event.preventDefault());
  root().addEventListener('click', followed);
  const released = screen?.release();
  released?.replay();
  released?.replay();
  expect(followed).toHaveBeenCalledOnce();
  expect(document.querySelector('[data-waiting]')).toBeNull();
});

const card = '/kassa/deposit/redirect?method=card';

describe('a pressed link', () => {
  /** The server's answer to the request for the form. */
  let answer: (markup: string | undefined) => Promise<void>;

  /** Presses the card on the drawn list, and loads the form's styles. */
  async function setUpPressed() {
    const block = { type: 'application/json', id: 'kassa-form', textContent: '["f.js","f.css"]' };
    document.body.append(Object.assign(document.createElement('script'), block));
    await setUpDrawn();
    fetched.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = async (screen) => {
            resolve(new Response(JSON.stringify({ screen })));
            await vi.advanceTimersByTimeAsync(0);
          };
        }),
    );
    pressLink();
    await vi.advanceTimersByTimeAsync(0);
    document.head
      .querySelector<HTMLLinkElement>('link[rel=stylesheet]')
      ?.onload?.(new Event('load'));
  }
  const at = () => window.location.pathname + window.location.search;
  const form = '<h1 tabindex="-1">Deposit</h1><form><input name="amount" value=""></form>';

  test('has the form’s code requested, and is where the widget starts, in the same language', async () => {
    await setUpPressed();
    expect(
      [...document.head.querySelectorAll('link')].map(({ rel, href }) => [
        rel,
        new URL(href).pathname.replace('/deposit', ''),
      ]),
    ).toEqual([
      ['stylesheet', '/kassa/f.css'],
      ['modulepreload', '/kassa/f.js'],
    ]);
    expect(at()).toBe(`${card}&locale=ar-EG`);
    expect(window.history.state).toEqual({ index: 1 });
    const { screen } = takeEarlyWork(window);
    const followed = vi.fn((event: Event) => event.preventDefault());
    root().addEventListener('click', followed);
    screen?.release().replay();
    expect(followed).not.toHaveBeenCalled();
    expect(document.querySelector('[data-waiting]')).toBeNull();
  });

  test('has the server draw the form, which the player can fill in already', async () => {
    await setUpPressed();
    const { screen: asked } = JSON.parse(fetched.mock.lastCall?.[1].body);
    expect([asked.address, asked.isNext]).toEqual(['/deposit/redirect?method=card', true]);
    await answer(form);
    expect(document.activeElement?.tagName).toBe('H1');
    const input = document.querySelector('input') as HTMLInputElement;
    input.focus();
    input.value = '50';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const { screen } = takeEarlyWork(window);
    expect({ ...screen?.settle(), isNext: true }).toEqual(asked);
    // The widget has drawn it anew.
    root().innerHTML = form;
    screen?.release().replay();
    expect(document.activeElement).toBe(document.querySelector('input'));
    expect(document.querySelector('input')?.value).toBe('50');
  });

  test('shows its form also once the widget has started, and has taken the locale from the address', async () => {
    await setUpPressed();
    const { screen } = takeEarlyWork(window);
    window.history.replaceState(window.history.state, '', card);
    await answer(form);
    expect(root().textContent).toBe('Deposit');
    expect(screen?.settle().address).toBe('/deposit/redirect?method=card');
  });

  test('is followed by another one: the last counts', async () => {
    await setUpPressed();
    const first = answer;
    document.querySelector('#root a')?.setAttribute('href', '/kassa/deposit/redirect?method=bank');
    pressLink();
    await vi.advanceTimersByTimeAsync(0);
    expect([at(), window.history.state]).toEqual([
      '/kassa/deposit/redirect?method=bank&locale=ar-EG',
      { index: 1 },
    ]);
    await first(form);
    expect(root().textContent).toBe('Card');
    await answer(form);
    expect(root().textContent).toBe('Deposit');
  });

  test.each([
    ['the server draws nothing', () => {}],
    ['the widget has begun to draw', () => void takeEarlyWork(window).screen?.settle()],
    ['the player has gone back', () => window.history.replaceState(null, '', '/kassa/deposit')],
  ])('leaves the list where %s', async (what, act) => {
    await setUpPressed();
    act();
    await answer(what.includes('nothing') ? undefined : form);
    expect(root().textContent).toBe('Card');
  });
});

describe('presses in a drawn form', () => {
  const form =
    '<header><button id="back" type="button"></button></header>' +
    '<form id="f"><input name="amount"><button id="ten" type="button"></button></form>' +
    '<button id="pay" type="submit" form="f"></button>';
  const type = () => {
    const input = document.querySelector('input') as HTMLInputElement;
    input.value = '50';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  test.each([
    ['a choice, then the button', ['ten', 'pay'], ['ten', 'pay']],
    ['the button twice', ['pay', 'pay'], ['pay']],
    ['the button, then a choice', ['pay', 'ten'], ['ten']],
    ['a choice, then a typed amount', ['ten', 'type'], []],
    ['a typed amount, then the button', ['type', 'pay'], ['pay']],
    ['the button, then the way back', ['ten', 'pay', 'back'], ['back']],
  ])('%s', async (_, acts, expected) => {
    await setUpDrawn(form);
    for (const act of acts) act === 'type' ? type() : pressLink(`#${act}`);
    const pressed: string[] = [];
    const { screen } = takeEarlyWork(window);
    root().addEventListener('click', (event) => {
      event.preventDefault();
      pressed.push((event.target as Element).id);
    });
    screen?.release().replay();
    expect(pressed).toEqual(expected);
    expect(document.querySelector('[data-waiting]')).toBeNull();
  });
});

test('a link to another site waits for the widget', async () => {
  await setUpDrawn('<a href="https://help.example/">Help</a>');
  pressLink();
  await vi.advanceTimersByTimeAsync(0);
  expect(window.location.pathname).toBe('/kassa/deposit');
  const followed = vi.fn((event: Event) => event.preventDefault());
  root().addEventListener('click', followed);
  takeEarlyWork(window).screen?.release().replay();
  expect(followed).toHaveBeenCalledOnce();
});

test('the locale file and the form’s code leave the network to the scripts', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<script type="module" src="/kassa/assets/first.1.js"></script>',
  );
  await setUpDrawn();
  expect(asked()).toEqual(['/api/banking/methods-payment-v3']);
  document.head
    .querySelector<HTMLLinkElement>('link[href$="first.1.js"]')
    ?.onload?.(new Event('load'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toHaveLength(2);
});

test('a press counts where the widget has drawn the list anew', async () => {
  await setUpDrawn();
  // The widget has started, and no longer starts at a pressed link.
  const { screen } = takeEarlyWork(window);
  pressLink();
  const released = screen?.release();
  root().innerHTML =
    '<a href="/other">Other</a><a href="/kassa/deposit/redirect?method=card">C</a>';
  const followed = vi.fn((event: Event) => event.preventDefault());
  root().lastElementChild?.addEventListener('click', followed);
  released?.replay();
  expect(followed).toHaveBeenCalledOnce();
});

test('a press that opens a tab stays the browser’s', async () => {
  await setUpDrawn();
  const press = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
  press.preventDefault = vi.fn();
  document.querySelector('#root a')?.dispatchEvent(press);
  expect(press.preventDefault).not.toHaveBeenCalled();
});

test('what is typed before counts as typed then', async () => {
  await setUpDrawn('<label><input type="search" value=""></label>');
  const input = document.querySelector('input') as HTMLInputElement;
  input.value = 'vis';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  const heard = vi.fn();
  const { screen } = takeEarlyWork(window);
  root().addEventListener('input', () => heard(input.value));
  screen?.release().replay();
  expect(heard.mock.calls).toEqual([['vis']]);
});

test.each([
  ['the widget is there first', () => takeEarlyWork(window)],
  ['a script has failed', failScript],
])('nothing is drawn where %s', async (_, act) => {
  knowBuild();
  await setUp();
  let answer = (_: Response) => {};
  fetched.mockReturnValueOnce(
    new Promise<Response>((resolve) => {
      answer = resolve;
    }),
  );
  say(loaded);
  await vi.advanceTimersByTimeAsync(0);
  act();
  answer(new Response('{"screen":"<a>Card</a>"}'));
  await vi.advanceTimersByTimeAsync(0);
  expect(root().textContent).not.toContain('Card');
});

test.each([
  ['a list that is loaded anew', '/kassa/deposit?refetch=1', {}],
  ['a deposit that goes on', '/kassa/deposit/redirect?method=upi&depositId=1', {}],
])('asks for no markup of %s', async (_, path, payload) => {
  knowBuild();
  await setUp(path);
  say({ messageType: 'loaded', payload: { ...loaded.payload, ...payload } });
  await vi.advanceTimersByTimeAsync(0);
  expect(JSON.parse(fetched.mock.calls[0]?.[1].body)).not.toHaveProperty('screen');
});

test('a form that the page starts with is drawn too, once its styles are there', async () => {
  const block = { type: 'application/json', id: 'kassa-form', textContent: '["f.css"]' };
  document.body.append(Object.assign(document.createElement('script'), block));
  knowBuild();
  fetched.mockImplementation(async () => new Response('{"screen":"<h1>Deposit</h1>"}'));
  await setUp('/kassa/deposit/redirect?method=upi&theme=dark');
  say(loaded);
  await vi.advanceTimersByTimeAsync(0);
  const { screen } = JSON.parse(fetched.mock.calls[0]?.[1].body);
  expect(screen.address).toBe('/deposit/redirect?method=upi');
  expect(root().textContent).toBe('');
  document.head.querySelector('link')?.onload?.(new Event('load'));
  await vi.advanceTimersByTimeAsync(0);
  expect(root().textContent).toBe('Deposit');
});

test.each([
  ['the list', '/kassa/deposit', [], []],
  ['a form', '/kassa/deposit/redirect?method=upi', [], ['shared']],
  ['a form that was pressed on the list', '/kassa/deposit', ['a'], ['shared']],
])('requests the messages that %s needs', async (_, path, pressed, parts) => {
  for (const [id, content] of Object.entries({
    'kassa-form': [],
    'kassa-parts': { 'kassa-form': ['shared'], 'kassa-packages': ['shared', 'sweepstake'] },
  })) {
    const block = { type: 'application/json', id, textContent: JSON.stringify(content) };
    document.body.append(Object.assign(document.createElement('script'), block));
  }
  // As in the page: a press changes the address.
  document.head.append(Object.assign(document.createElement('base'), { href: '/kassa/' }));
  knowBuild();
  fetched.mockImplementation(
    async () => new Response(JSON.stringify({ screen: `<a href="${card}">Card</a>` })),
  );
  await setUp(path);
  say(loaded);
  await vi.advanceTimersByTimeAsync(0);
  for (const link of pressed) pressLink(link);
  await vi.advanceTimersByTimeAsync(2000);
  const files = asked().flatMap((address) => /locales\/(.*)/.exec(address)?.[1] ?? []);
  expect(files).toEqual(['en.1.json', ...parts.map((part) => `en.${part}.1.json`)]);
});

test('the sweepstake cashier has its packages requested, and drawn with their styles', async () => {
  const block = { type: 'application/json', id: 'kassa-packages', textContent: '["p.css"]' };
  document.body.append(Object.assign(document.createElement('script'), block));
  knowBuild();
  fetched.mockImplementation(
    async () => new Response('{"screen":"<a href=\\"/kassa/x\\">Gold</a>"}'),
  );
  await setUp('/kassa/');
  say({ messageType: 'loaded', payload: { ...loaded.payload, widgetViewType: 'sweep' } });
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toEqual(['/api/banking/sweepstake-boxes', '/api/banking/methods-payment-v3']);
  expect(fetched.mock.calls[0]?.[1].body).toBe('{}');
  expect(JSON.parse(fetched.mock.calls[1]?.[1].body).screen.view).toBe('sweep');
  document.head.querySelector('link')?.onload?.(new Event('load'));
  await vi.advanceTimersByTimeAsync(0);
  expect(root().textContent).toBe('Gold');
  // What a package is paid with is the widget's.
  pressLink();
  await vi.advanceTimersByTimeAsync(0);
  expect(window.location.pathname).toBe('/kassa/x');
  expect(asked().filter((path) => path.includes('methods'))).toHaveLength(1);
});

test('a description that the server refuses costs only the markup', async () => {
  knowBuild();
  fetched.mockImplementation(async (_, { body = '' } = {}) =>
    body.includes('screen') ? new Response('{}', { status: 400 }) : new Response('{"methods":[]}'),
  );
  await setUp();
  say(loaded);
  await vi.advanceTimersByTimeAsync(0);
  const [address, init] = fetched.mock.calls[1] ?? [];
  const taken = takeEarlyWork(window);
  expect(await (await taken.fetch(address, init)).json()).toEqual({ methods: [] });
});
