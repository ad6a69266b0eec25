/*
 * This script stands in index.html itself and runs before the widget's scripts are loaded. It
 * announces the widget to the host and, as soon as the host has responded, requests the data of the
 * first screen. It validates only the host's origin; the widget validates every message again. Where
 * the widget can't start, this script tells the host and the player.
 */
import { type Experiment, normalizeCurrency, resolveLocale, widgetVersion } from '@kassa/contract';
import { findNativePort } from '../host/native-port.ts';
import { popupPagePath } from '../popup/popup-page-path.ts';
import { describeScreen, type ScreenFacts } from '../session/describe-screen.ts';
import { buildMethodsRequest } from '../session/methods-request.ts';
import { hasKept, readKept } from '../storage/kept-for-player.ts';
import { digestPlayer } from '../storage/player-key.ts';
import { buildCallHeaders } from '../transport/call-headers.ts';
import { applyTheme, applyThemeTokens, pickTokens, resolveTheme } from '../ui/theme.ts';
import { drawScreen } from './drawn-screen.ts';
import { type EarlyWork, requestKey } from './early-work.ts';
import { type StartFailureWords, watchStart } from './start-failure.ts';

/** The interval in ms at which the widget announces itself until the host responds. */
const repeatMs = 100;
/** After this time in ms the scripts no longer have the network for themselves. */
const longestFetchMs = 2000;
/** After this time in ms only the widget's own bridge goes on. */
const longestRepeatMs = 30_000;

const parameters = new URLSearchParams(location.search);
const theme = parameters.get('theme');
// Before the first paint, so that the skeleton has the host's theme.
if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;

const {
  product = '',
  allowedOrigins = [],
  build,
} = readBlock<{
  product?: string;
  allowedOrigins?: string[];
  /** Names the build, where the server can draw its first screen. */
  build?: string;
}>('kassa-page');
/** The path under the product, which decides what the first screen needs. */
const path = location.pathname.slice(`/${product}`.length).replace(/\/$/, '');

let hostLocale: string | undefined;
/** Sends a message to the host: to an app at once, to a page as soon as its origin is known. */
let tellHost = (message: string): void => findNativePort(window)?.postMessage(message);

watchStart({
  words: readBlock<Record<string, StartFailureWords>>('kassa-words'),
  readLocale: () => parameters.get('locale') ?? hostLocale ?? navigator.language,
  tellHost: (message) =>
    tellHost(JSON.stringify({ messageType: 'onInitError', payload: { message } })),
});

// The popup's page has an opener and no host.
if (parent !== window && path !== popupPagePath) startEarly();

function startEarly(): void {
  const addresses = readBlock<Record<string, string>>('kassa-locales');
  const receive = (event: MessageEvent) => {
    if (event.source !== parent || !allowedOrigins.includes(event.origin)) return;
    work.messages.push(event);
    sendFailure();
    const payload = readHostData(event.data);
    if (payload === null) return;
    clearInterval(repeat);
    void ask(payload);
  };
  let failure: string | null = null;
  const sendFailure = () => {
    const [answer] = work.messages;
    if (failure === null || answer === undefined) return;
    parent.postMessage(failure, answer.origin);
    failure = null;
  };
  tellHost = (message) => {
    failure = message;
    sendFailure();
  };
  const announce = () =>
    parent.postMessage(JSON.stringify({ messageType: 'Loaded', version: widgetVersion }), '*');
  // A host may add the frame to its page before its own script can respond.
  const repeat = setInterval(announce, repeatMs);
  setTimeout(() => clearInterval(repeat), longestRepeatMs);
  let isTaken = false;
  const work: EarlyWork = {
    messages: [],
    requests: new Map(),
    screen: null,
    stop: () => {
      isTaken = true;
      clearInterval(repeat);
      removeEventListener('message', receive);
    },
  };

  async function ask(payload: HostPayload): Promise<void> {
    const token = text(payload.token);
    hostLocale = text(payload.locale);
    const wantedLocale = parameters.get('locale') ?? hostLocale ?? 'en-US';
    const tag = resolveLocale(wantedLocale);
    applyLook(payload);
    setTimeout(() => warmUp(tag));
    const askForLocale = () => {
      const address = addresses[tag] ?? addresses.en;
      if (address !== undefined && !isTaken) request(new URL(address, document.baseURI).href);
    };
    const drawn = token === undefined ? undefined : askForData(payload, token, wantedLocale);
    if (drawn === undefined) return askForLocale();
    // The drawn list has its words. The file would take the network from it, and from the scripts.
    await drawn;
    if (work.screen !== null) await untilScriptsAreThere();
    askForLocale();
  }

  /** Requests the data of the first screen. Resolves once it is there, if it comes with markup. */
  function askForData(
    payload: HostPayload,
    token: string,
    locale: string,
  ): Promise<void> | undefined {
    const { paymentGeo, currency, experiments, platform } = payload;
    const authorization = `Bearer ${token}`;
    const headers = { ...buildCallHeaders(payload, false), authorization };
    const methodsRequest = buildMethodsRequest({
      paymentGeo: text(paymentGeo),
      token,
      currency: normalizeCurrency(text(currency) ?? '') || undefined,
      experiments: Array.isArray(experiments) ? experiments.filter(isExperiment) : [],
      platform: text(platform),
    });
    const calls = `${location.origin}/api/banking/`;
    if (path === '/withdrawal') {
      const query = new URLSearchParams();
      for (const name of ['country', 'currency'] as const) {
        const value = methodsRequest[name];
        if (value !== undefined) query.set(name, value);
      }
      request(`${calls}methods-withdrawal?${query}`, { method: 'GET', cache: 'no-store', headers });
    } else if (needsMethods()) {
      const address = `${calls}methods-payment-v3`;
      const asked = {
        method: 'POST',
        cache: 'no-store',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(methodsRequest),
      } as const;
      if (build !== undefined && startsWithList(payload)) {
        return describeList(payload, token, locale).then(async (facts) => {
          const body = JSON.stringify({ ...methodsRequest, screen: { build, ...facts } });
          const draw = (markup: string) => showList(markup, facts);
          await request(address, asked, { body, draw })?.then(ignore, ignore);
        });
      }
      request(address, asked);
    }
    return undefined;
  }

  function showList(markup: string, facts: ScreenFacts): void {
    const root = document.getElementById('root');
    if (isTaken || root === null || root.querySelector('.start-failure') !== null) return;
    work.screen = drawScreen(root, markup, facts, preloadForm);
  }

  /**
   * Sends a request for the widget to take over.
   * @param drawn - the body that is sent instead of the widget's own, and what takes the screen in
   * the answer
   */
  function request(
    address: string,
    init?: RequestInit,
    drawn?: { body: string; draw: (markup: string) => void },
  ): Promise<Response> | undefined {
    const key = requestKey(address, init);
    if (work.requests.has(key)) return undefined;
    const aborter = new AbortController();
    const { signal } = aborter;
    const fetched = fetch(address, { ...init, ...(drawn && { body: drawn.body }), signal });
    const answer =
      drawn === undefined ? fetched : fetched.then((response) => read(response, drawn.draw));
    // The widget handles the failure when it takes the request over.
    answer.catch(ignore);
    work.requests.set(key, { answer, startedAt: performance.now(), abort: () => aborter.abort() });
    return answer;
  }

  /** Draws the screen in a response, and leaves the response to the widget as it was. */
  async function read(response: Response, draw: (markup: string) => void): Promise<Response> {
    const text = await response.text();
    try {
      const { screen } = JSON.parse(text) as { screen?: unknown };
      if (response.ok && typeof screen === 'string') draw(screen);
    } catch (error) {
      // The widget reports what is wrong with the response, and draws by itself.
      console.error(error);
    }
    const { status, statusText, headers } = response;
    return new Response(text, { status, statusText, headers });
  }

  window.kassaEarly = work;
  addEventListener('message', receive);
  announce();
}

/**
 * Warms up slow first calls while the scripts load and the phone is idle: a language's rules are
 * read from a large file, the storage by another process.
 */
function warmUp(tag: string): void {
  new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' }).format(1);
  new Intl.PluralRules(tag).select(1);
  new Intl.DisplayNames(tag, { type: 'region' }).of('DE');
  try {
    void sessionStorage.length;
  } catch {
    // A browser that forbids it throws again when the widget reads the storage.
  }
}

const ignore = () => {};

/** The host's payload, not validated yet. */
type HostPayload = { [name: string]: unknown };

function readHostData(data: unknown): HostPayload | null {
  try {
    const message: unknown = JSON.parse(String(data));
    if (!isRecord(message) || message.messageType !== 'loaded') return null;
    return isRecord(message.payload) ? message.payload : null;
  } catch {
    return null;
  }
}

/** Returns whether the screen is the list or another deposit screen, in either cashier. */
function needsMethods(): boolean {
  return path === '' || path === '/deposit' || path.startsWith('/deposit/');
}

/** Requests the code of a form, of which each part would ask for the next one. */
async function preloadForm(): Promise<void> {
  await untilScriptsAreThere();
  for (const file of readBlock<string[]>('kassa-form')) preload(file);
}

let scriptsAreThere: Promise<void> | undefined;

/** Resolves once the widget's scripts are fetched, or can't be. They still have to be run. */
function untilScriptsAreThere(): Promise<void> {
  scriptsAreThere ??= new Promise((resolve) => {
    const scripts = document.querySelectorAll<HTMLScriptElement>('script[type=module][src]');
    const fetched = [...scripts].map(
      ({ src }) =>
        new Promise<void>((settle) => {
          const link = preload(src);
          link.onload = () => settle();
          link.onerror = () => settle();
        }),
    );
    void Promise.all(fetched).then(() => resolve());
    // Older browsers don't tell.
    setTimeout(resolve, longestFetchMs);
  });
  return scriptsAreThere;
}

function preload(file: string): HTMLLinkElement {
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  link.href = file;
  link.crossOrigin = '';
  document.head.append(link);
  return link;
}

/** Returns whether the first screen is the main cashier's list. */
function startsWithList({ widgetViewType }: HostPayload): boolean {
  const isPlain = [...parameters.keys()].every((name) => name === 'locale' || name === 'theme');
  return (path === '' || path === '/deposit') && widgetViewType !== 'sweep' && isPlain;
}

/** Gives the page the host's look before it has any content. */
function applyLook({ theme: hostTheme, platform, themeTokens }: HostPayload): void {
  const known = hostTheme === 'dark' || hostTheme === 'light' ? hostTheme : undefined;
  applyTheme(document.documentElement, resolveTheme({ theme: known, platform: text(platform) }));
  if (isRecord(themeTokens)) applyThemeTokens(document.documentElement, pickTokens(themeTokens));
}

/** Describes the list by the host's data, with the defaults of §3. */
async function describeList(
  { closingButton, assets, bonusList, schema, experiments }: HostPayload,
  token: string,
  locale: string,
): Promise<ScreenFacts> {
  const meta = isRecord(schema) && isRecord(schema.meta) ? schema.meta : {};
  return describeScreen({
    locale,
    lastMethod: await findLastMethod(token),
    closingButton: closingButton !== false,
    badge: isRecord(assets) ? text(assets.badge) : undefined,
    bonusCount: Array.isArray(bonusList) ? bonusList.length : 0,
    isCryptoBonusAvailable: meta.isCryptoBonusAvailable === true,
    experiments: Array.isArray(experiments) ? experiments.filter(isExperiment) : [],
  });
}

/** Returns the method of the last deposit, which this device keeps under the player's key. */
async function findLastMethod(token: string): Promise<string | null> {
  return hasKept('last-method')
    ? readKept('last-method', await digestPlayer(product, token))
    : null;
}

function readBlock<Block extends object>(id: string): Block {
  return JSON.parse(document.getElementById(id)?.textContent ?? '[]') as Block;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isRecord(value: unknown): value is HostPayload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isExperiment(value: unknown): value is Experiment {
  return isRecord(value) && typeof value.key === 'string' && typeof value.group === 'string';
}
