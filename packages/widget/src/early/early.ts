/*
 * This script stands in index.html itself and runs before the widget's scripts are loaded. It
 * announces the widget to the host and, as soon as the host has responded, requests the data of the
 * first screen. It validates only the host's origin; the widget validates every message again. Where
 * the widget can't start, this script tells the host and the player.
 */
import { resolveLocale, widgetVersion } from '@kassa/contract';
import { findNativePort } from '../host/native-port.ts';
import { addressOfPart, firstPart } from '../i18n/message-parts.ts';
import { popupPagePath } from '../popup/popup-page-path.ts';
import { applyTheme, applyThemeTokens, pickTokens, resolveTheme } from '../ui/theme.ts';
import { askDrawn, readDrawn } from './ask-drawn.ts';
import { buildDataRequest, buildPackagesRequest, type DataRequest } from './data-request.ts';
import {
  buildDescribe,
  findStartAddress,
  type KnownPlayer,
  listAddress,
  viewOf,
} from './describe-first.ts';
import { drawScreen } from './drawn-screen.ts';
import { type EarlyWork, requestKey } from './early-work.ts';
import { type HostPayload, isRecord, readHostData, text } from './host-payload.ts';
import { loadFiles, readBlock, type ScreenFiles, untilScriptsAreThere } from './page-files.ts';
import { hasFailed, type StartFailureWords, watchStart } from './start-failure.ts';

/** The interval in ms at which the widget announces itself until the host responds. */
const repeatMs = 100;
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
  /** Names the build, where the server can draw its screens. */
  build?: string;
}>('kassa-page');
const base = `/${product}`;
/** The path under the product, which decides what the first screen needs. */
const path = location.pathname.slice(base.length).replace(/\/$/, '');

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
  const localeFiles = readBlock<Record<string, string>>('kassa-locales');
  const partsOf = readBlock<Partial<Record<ScreenFiles, string[]>>>('kassa-parts');
  /** The files of the screen with which the widget will start, where that isn't the list. */
  let startFiles: ScreenFiles | null = null;
  /** Requests the messages of that screen, once the scripts have the network no longer. */
  let askWords = (): void => {};
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
    const locale = parameters.get('locale') ?? hostLocale ?? 'en-US';
    const tag = resolveLocale(locale);
    applyLook(payload);
    setTimeout(() => warmUp(tag));
    const data = token === undefined ? null : buildDataRequest(path, payload, token);
    const start = findStartAddress(path, parameters);
    if (data !== null && start === listAddress && viewOf(payload) === 'sweep') {
      const { address, init } = buildPackagesRequest(data);
      keep(address, init);
    }
    if (token !== undefined && data !== null && start !== null && build !== undefined) {
      await drawFirst(data, start, { build, product, token, locale, payload });
      // The drawn screen has its words. The file would take the network from it, and from the
      // scripts.
      if (work.screen !== null) await untilScriptsAreThere();
    } else if (data !== null) {
      keep(data.address, data.init);
    }
    const file = localeFiles[tag] ?? localeFiles.en;
    if (file === undefined) return;
    askWords = () => {
      // From then on the widget asks.
      if (isTaken) return;
      const parts = (startFiles !== null && partsOf[startFiles]) || [];
      for (const part of [firstPart, ...parts])
        keep(new URL(addressOfPart(file, part), document.baseURI).href);
    };
    askWords();
  }

  /** Requests the data of the first screen with its markup, and shows that. */
  async function drawFirst(data: DataRequest, start: string, player: KnownPlayer): Promise<void> {
    const describe = buildDescribe(player);
    const screen = await describe(start);
    const asked = keep(data.address, data.init, (signal) => askDrawn(data, screen, signal));
    if (asked === undefined) return;
    const { view } = screen;
    const isMain = view === 'main';
    if (!isMain || start !== listAddress) startFiles = isMain ? 'kassa-form' : 'kassa-packages';
    const isStyled = startFiles === null ? true : loadFiles(startFiles);
    const { markup, currency } = await readDrawn(asked);
    const isReady = markup !== undefined && (await isStyled);
    const root = document.getElementById('root');
    if (!isReady || root === null || hasFailed(root) || isTaken) return;
    let isLeaving = false;
    const drawNext = async (address: string) => {
      const place = readPlace();
      const next = await describe(address, currency);
      startFiles = 'kassa-form';
      const styling = loadFiles(startFiles);
      askWords();
      const [drawn, isThere] = await Promise.all([
        readDrawn(askDrawn(data, { ...next, isNext: true })),
        styling,
      ]);
      // The player may have gone elsewhere meanwhile, or the widget.
      if (drawn.markup === undefined || !isThere || readPlace() !== place) return;
      isLeaving = false;
      work.screen?.show(drawn.markup, next);
    };
    work.screen = drawScreen(root, markup, screen, (link) => {
      if (isTaken || !link.startsWith(`${base}/`)) return false;
      enterHistory(link, isLeaving);
      isLeaving = true;
      // The methods of a package are the widget's.
      if (isMain) void drawNext(link.slice(base.length));
      return true;
    });
  }

  /**
   * Sends a request, and keeps its answer for the widget to take over. Undefined where it was sent
   * already.
   */
  function keep(
    address: string,
    init?: RequestInit,
    send = (signal: AbortSignal) => fetch(address, { ...init, signal }),
  ): Promise<Response> | undefined {
    const key = requestKey(address, init);
    if (work.requests.has(key)) return undefined;
    const aborter = new AbortController();
    const answer = send(aborter.signal);
    // The widget handles the failure when it takes the request over.
    answer.catch(() => {});
    work.requests.set(key, { answer, startedAt: performance.now(), abort: () => aborter.abort() });
    return answer;
  }

  window.kassaEarly = work;
  addEventListener('message', receive);
  announce();
}

/** Returns the address without the locale, which the widget takes from it. */
function readPlace(): string {
  const place = new URL(location.href);
  place.searchParams.delete('locale');
  return place.href;
}

/** Enters the address of a pressed link, at which the widget will start, as its router does. */
function enterHistory(link: string, isReplaced: boolean): void {
  const address = new URL(link, location.href);
  // It overrides the host's once the widget is there.
  const locale = parameters.get('locale');
  if (locale !== null) address.searchParams.set('locale', locale);
  const index = Number(history.state?.index) || 0;
  if (isReplaced) history.replaceState({ index }, '', address);
  else history.pushState({ index: index + 1 }, '', address);
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

/** Gives the page the host's look before it has any content. */
function applyLook({ theme: hostTheme, platform, themeTokens }: HostPayload): void {
  const known = hostTheme === 'dark' || hostTheme === 'light' ? hostTheme : undefined;
  applyTheme(document.documentElement, resolveTheme({ theme: known, platform: text(platform) }));
  if (isRecord(themeTokens)) applyThemeTokens(document.documentElement, pickTokens(themeTokens));
}
