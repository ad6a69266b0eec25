import type { HostDataInput } from '@kassa/contract';
import { type CashierHandle, mountCashier, widgetMessageTypes } from '@kassa/embed';
import type { PageData } from '../page-data.ts';
import { texts } from '../texts.ts';
import type { Account } from './account.ts';
import { type BonusOffers, bonusListOf } from './bonus-offers.ts';
import type { CashierPanel } from './cashier-panel.ts';
import { fetchToken } from './demo-api.ts';
import type { EventLog } from './event-log.ts';
import { hasAutoHeight, hostDataOf, isApp } from './host-data.ts';
import { pageTheme } from './page-theme.ts';
import type { PlaygroundSettings } from './playground-settings.ts';
import { site } from './site.ts';

/** The time without a message from the cashier after which the page shows it as unreachable. */
const silenceLimitMs = 15_000;

type Flow = PlaygroundSettings['start'];

/** The host page's side of the cashier: an integrator's code around `mountCashier`. */
export interface Host {
  /** Mounts a new cashier with a fresh token. */
  mount(settings: PlaygroundSettings): Promise<void>;
  close(): void;
  /** Returns the flow whose list or form the cashier shows; null for any other screen. */
  flow(): Flow | null;
  /** These send their part of the settings as a live message. */
  updateTheme(settings: PlaygroundSettings): void;
  updateTokens(settings: PlaygroundSettings): void;
  updateBonusList(settings: PlaygroundSettings): void;
  /** Sends a fresh token or an expired one. */
  sendToken(isExpired: boolean): Promise<void>;
  /** Sends `loaded` again without a request. */
  sendLoaded(): void;
  /** Sends a text unchanged, without validation. */
  sendText(text: string): void;
}

/** The cashier in the panel; the handle is null while its token is being fetched. */
interface Mounted {
  settings: PlaygroundSettings;
  handle: CashierHandle | null;
  token: string;
  flow: Flow | null;
}

interface HostParts {
  data: PageData;
  panel: CashierPanel;
  log: EventLog;
  account: Account;
  offers: BonusOffers;
}

export function createHost({ data, panel, log, account, offers }: HostParts): Host {
  let mounted: Mounted | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const logSent = (type: string, payload = {}) => log.add({ direction: 'sent', type, payload });
  const logOwn = (type: string, payload = {}) => log.add({ direction: 'own', type, payload });

  const unmount = () => {
    clearTimeout(silence);
    mounted?.handle?.destroy();
    mounted = null;
  };

  // The cashier has the page's colours; an app's has those of its platform.
  const describe = (settings: PlaygroundSettings): HostDataInput => ({
    ...(isApp(settings) ? {} : { theme: pageTheme(settings) }),
    ...hostDataOf(settings, offers.of(settings)),
  });

  /** Loads the player's bonuses; a failure doesn't stop the cashier. */
  const loadBonuses = async (settings: PlaygroundSettings) => {
    const answer = await offers.load(settings);
    if (answer.kind === 'failed') logOwn('bonuses', { failed: answer.message });
  };

  /** Sends the current bonuses to the cashier. */
  const sendBonuses = async (current: Mounted) => {
    await loadBonuses(current.settings);
    if (mounted !== current) return;
    const bonusList = bonusListOf(current.settings, offers.of(current.settings));
    current.handle?.updateBonusList(bonusList);
    logSent('bonus-list-updated', { bonusList });
  };

  /** Returns a fresh token to `mountCashier`. */
  const refreshToken = async (current: Mounted): Promise<string> => {
    const answer = await fetchToken(current.settings);
    if (answer.kind === 'failed') {
      logOwn('refreshToken', { failed: answer.message });
      throw new Error(answer.message);
    }
    current.token = answer.value;
    logSent('token-updated', { token: shorten(answer.value) });
    return answer.value;
  };

  const listen = (handle: CashierHandle, current: Mounted) => {
    for (const type of widgetMessageTypes) {
      handle.on(type, (payload) => log.add({ direction: 'received', type, payload }));
    }
    handle.on('Loaded', () => {
      clearTimeout(silence);
      if (panel.state.kind === 'unreachable') panel.show({ kind: 'loading' });
      logSent('loaded', { ...describe(current.settings), token: shorten(current.token) });
    });
    handle.on('FullLoaded', () => panel.show({ kind: 'ready' }));
    handle.on('onInitError', ({ message }) => panel.show({ kind: 'refused', message }));
    handle.on('onClose', () => {
      const hadFocus = document.activeElement === handle.iframe;
      unmount();
      panel.show({ kind: 'closed' });
      if (hadFocus) panel.focus();
    });
    handle.on('navigate', ({ path }) => {
      current.flow = flowOf(path);
      // A withdrawal may have been ordered or canceled on the screen before.
      void account.refresh(current.settings);
    });
    handle.on('depositStatus', ({ status }) => {
      if (status !== 'processed') return;
      void account.refresh(current.settings);
      // The deposit may have accrued a bonus, which is then no longer on offer.
      if (current.settings.bonuses !== 'none') void sendBonuses(current);
    });
  };

  const mount = async (settings: PlaygroundSettings) => {
    unmount();
    const current: Mounted = { settings, handle: null, token: '', flow: settings.start };
    mounted = current;
    panel.shape({ isPhone: isApp(settings), hasAutoHeight: hasAutoHeight(settings) });
    panel.show({ kind: 'loading' });
    account.show(settings);
    const [token, balance] = [fetchToken(settings), account.refresh(settings)];
    const [signed] = await Promise.all([token, loadBonuses(settings)]);
    if (mounted !== current) return;
    if (signed.kind === 'failed') return showUnreachable(panel, signed.message);
    current.token = signed.value;
    const { widgetUrl } = data;
    current.handle = mountCashier(panel.frame, {
      ...describe(settings),
      url: widgetUrl,
      start: settings.start,
      token: signed.value,
      title: site.cashier.title,
      refreshToken: () => refreshToken(current),
    });
    listen(current.handle, current);
    const reason = texts.cashier.silent(widgetUrl);
    silence = setTimeout(() => showUnreachable(panel, reason), silenceLimitMs);
    const answer = await balance;
    if (mounted !== current || panel.state.kind !== 'loading') return;
    if (answer.kind === 'failed' && answer.code === 'server.unavailable') {
      showUnreachable(panel, answer.message);
    }
  };

  /** Stores the settings so that a reloaded cashier receives the latest ones. */
  const keep = (settings: PlaygroundSettings): HostDataInput => {
    if (mounted !== null) mounted.settings = settings;
    return describe(settings);
  };

  const sendText = (text: string) => {
    const target = mounted?.handle?.iframe.contentWindow;
    target?.postMessage(text, new URL(data.widgetUrl).origin);
  };

  return {
    mount,
    flow: () => (mounted === null ? 'deposit' : mounted.flow),
    close() {
      mounted?.handle?.close();
      logSent('close');
    },
    updateTheme(settings) {
      const { theme } = keep(settings);
      mounted?.handle?.updateTheme(theme);
      logSent('theme-updated', { theme });
    },
    updateTokens(settings) {
      const { themeTokens = {} } = keep(settings);
      mounted?.handle?.updateTheme(undefined, themeTokens);
      logSent('theme-updated', { themeTokens });
    },
    updateBonusList(settings) {
      keep(settings);
      if (mounted !== null) void sendBonuses(mounted);
    },
    async sendToken(isExpired) {
      const asker = mounted;
      if (asker === null) return;
      const answer = await fetchToken(asker.settings, isExpired);
      if (mounted !== asker) return;
      if (answer.kind === 'failed') return logOwn('refreshToken', { failed: answer.message });
      asker.token = answer.value;
      asker.handle?.updateToken(answer.value);
      logSent('token-updated', { token: shorten(answer.value), ...(isExpired && { isExpired }) });
    },
    sendLoaded() {
      if (mounted === null) return;
      const payload = { ...describe(mounted.settings), token: mounted.token };
      sendText(JSON.stringify({ messageType: 'loaded', payload }));
      logSent('loaded', { ...payload, token: shorten(mounted.token) });
    },
    sendText(text) {
      sendText(text);
      logSent('text', { text });
    },
  };
}

/** Returns the flow whose list or form has this path; null for a page that has neither. */
function flowOf(path: string): Flow | null {
  const [, flow, screen] = /^\/([^/?]+)\/?([^/?]*)/.exec(path) ?? [];
  if (screen === 'history' || screen === 'complete') return null;
  return flow === 'deposit' || flow === 'withdrawal' ? flow : null;
}

function showUnreachable(panel: CashierPanel, reason: string): void {
  panel.show({ kind: 'unreachable', reason });
}

/** Returns enough of a token to tell two apart, and too little to use it. */
function shorten(token: string): string {
  return `…${token.slice(-6)}`;
}
