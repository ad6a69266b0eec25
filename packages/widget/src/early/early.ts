/*
 * This script stands in index.html itself and runs before the widget's scripts are loaded. It
 * announces the widget to the host and, as soon as the host has responded, requests the data of the
 * first screen. It validates only the host's origin; the widget validates every message again. Where
 * the widget can't start, this script tells the host and the player.
 */
import { type Experiment, normalizeCurrency, resolveLocale, widgetVersion } from '@kassa/contract';
import { findNativePort } from '../host/native-port.ts';
import { popupPagePath } from '../popup/popup-page-path.ts';
import { buildMethodsRequest } from '../session/methods-request.ts';
import { buildCallHeaders } from '../transport/call-headers.ts';
import { type EarlyWork, requestKey } from './early-work.ts';
import { type StartFailureWords, watchStart } from './start-failure.ts';

/** The interval in ms at which the widget announces itself until the host responds. */
const repeatMs = 100;
/** After this time in ms only the widget's own bridge goes on. */
const longestRepeatMs = 30_000;

const parameters = new URLSearchParams(location.search);
const theme = parameters.get('theme');
// Before the first paint, so that the skeleton has the host's theme.
if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;

const { product = '', allowedOrigins = [] } = readBlock<{
  product?: string;
  allowedOrigins?: string[];
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
    ask(payload);
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
  const work: EarlyWork = {
    messages: [],
    requests: new Map(),
    stop: () => {
      clearInterval(repeat);
      removeEventListener('message', receive);
    },
  };

  function ask(payload: HostPayload): void {
    const { locale, paymentGeo, currency, experiments, platform } = payload;
    const token = text(payload.token);
    hostLocale = text(locale);
    const tag = resolveLocale(parameters.get('locale') ?? hostLocale ?? 'en-US');
    setTimeout(() => warmUp(tag));
    const address = addresses[tag] ?? addresses.en;
    if (address !== undefined) request(new URL(address, document.baseURI).href);
    if (token === undefined) return;
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
      request(`${calls}methods-payment-v3`, {
        method: 'POST',
        cache: 'no-store',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(methodsRequest),
      });
    }
  }

  function request(address: string, init?: RequestInit): void {
    const key = requestKey(address, init);
    if (work.requests.has(key)) return;
    const aborter = new AbortController();
    const answer = fetch(address, { ...init, signal: aborter.signal });
    // The widget handles the failure when it takes the request over.
    answer.catch(() => {});
    work.requests.set(key, { answer, startedAt: performance.now(), abort: () => aborter.abort() });
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

function readBlock<Block extends object>(id: string): Block {
  return JSON.parse(document.getElementById(id)?.textContent ?? '{}') as Block;
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
