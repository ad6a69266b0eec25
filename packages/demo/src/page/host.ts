import type { Theme } from '@kassa/contract';
import { type CashierHandle, mountCashier, widgetMessageTypes } from '@kassa/embed';
import type { PageData } from '../page-data.ts';
import { texts } from '../texts.ts';
import type { Account } from './account.ts';
import type { CashierPanel } from './cashier-panel.ts';
import { fetchToken } from './demo-api.ts';
import type { EventLog } from './event-log.ts';
import type { PlaygroundSettings } from './playground-settings.ts';

/** How long the cashier may stay silent before the page says that it isn't reachable. */
const silenceLimitMs = 15_000;
/** A token refused sooner than this after it was fetched won't be healed by another one. */
const tokenPauseMs = 5000;

/** The host page's side of the cashier: what an integrator would write around `mountCashier`. */
export interface Host {
  /** Mounts the cashier anew with a fresh token. */
  mount(settings: PlaygroundSettings): Promise<void>;
  close(): void;
  updateTheme(theme: Theme): void;
  refreshToken(): Promise<void>;
}

/** What stands in the panel; without a handle while its token is being fetched. */
interface Mounted {
  settings: PlaygroundSettings;
  handle: CashierHandle | null;
  token: string;
  /** In milliseconds since the epoch. */
  tokenFetchedAt: number;
}

interface HostParts {
  data: PageData;
  panel: CashierPanel;
  log: EventLog;
  account: Account;
}

export function createHost({ data, panel, log, account }: HostParts): Host {
  let mounted: Mounted | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const logSent = (type: string, payload = {}) => log.add({ direction: 'sent', type, payload });

  const unmount = () => {
    clearTimeout(silence);
    mounted?.handle?.destroy();
    mounted = null;
  };

  const refreshToken = async () => {
    const asker = mounted;
    if (asker === null) return;
    const answer = await fetchToken(asker.settings);
    if (mounted !== asker) return;
    if (answer.kind === 'failed') return panel.show({ kind: 'refused', message: answer.message });
    keepToken(asker, answer.value);
    asker.handle?.updateToken(answer.value);
    logSent('token-updated', { token: shorten(answer.value) });
  };

  const listen = (handle: CashierHandle, current: Mounted) => {
    for (const type of widgetMessageTypes) {
      handle.on(type, (payload) => log.add({ direction: 'received', type, payload }));
    }
    handle.on('Loaded', () => {
      clearTimeout(silence);
      if (panel.state.kind === 'unreachable') panel.show({ kind: 'loading' });
      logSent('loaded', { ...hostData(current.settings), token: shorten(current.token) });
    });
    handle.on('FullLoaded', () => panel.show({ kind: 'ready' }));
    handle.on('onInitError', ({ message }) => panel.show({ kind: 'refused', message }));
    handle.on('onClose', () => {
      const hadFocus = document.activeElement === handle.iframe;
      unmount();
      panel.show({ kind: 'closed' });
      if (hadFocus) panel.focus();
    });
    handle.on('tokenExpired', () => {
      if (Date.now() - current.tokenFetchedAt > tokenPauseMs) void refreshToken();
    });
    handle.on('depositStatus', ({ status }) => {
      if (status === 'processed') void account.refresh(current.settings);
    });
  };

  const mount = async (settings: PlaygroundSettings) => {
    unmount();
    const current: Mounted = { settings, handle: null, token: '', tokenFetchedAt: 0 };
    mounted = current;
    panel.show({ kind: 'loading' });
    account.show(settings);
    const [token, balance] = [fetchToken(settings), account.refresh(settings)];
    const signed = await token;
    if (mounted !== current) return;
    if (signed.kind === 'failed') return showUnreachable(panel, signed.message);
    keepToken(current, signed.value);
    const { widgetUrl } = data;
    const given = { url: widgetUrl, token: signed.value, ...hostData(settings) };
    current.handle = mountCashier(panel.frame, given);
    listen(current.handle, current);
    const reason = texts.cashier.silent(widgetUrl);
    silence = setTimeout(() => showUnreachable(panel, reason), silenceLimitMs);
    const answer = await balance;
    if (mounted !== current || panel.state.kind !== 'loading') return;
    if (answer.kind === 'failed' && answer.code === 'server.unavailable') {
      showUnreachable(panel, answer.message);
    }
  };

  return {
    mount,
    refreshToken,
    close() {
      mounted?.handle?.close();
      logSent('close');
    },
    updateTheme(theme) {
      mounted?.handle?.updateTheme(theme);
      logSent('theme-updated', { theme });
    },
  };
}

function showUnreachable(panel: CashierPanel, reason: string): void {
  panel.show({ kind: 'unreachable', reason });
}

function keepToken(mounted: Mounted, token: string): void {
  mounted.token = token;
  mounted.tokenFetchedAt = Date.now();
}

/** What this page tells the cashier, besides the token. */
function hostData(settings: PlaygroundSettings) {
  const { player, currency, country, locale, theme, transport, closing } = settings;
  return {
    userId: player,
    currency,
    paymentGeo: country.toUpperCase(),
    locale,
    transport,
    closingButton: closing,
    ...(theme !== 'auto' && { theme }),
  };
}

/** Enough of a token to tell two apart, too little to use one. */
function shorten(token: string): string {
  return `…${token.slice(-6)}`;
}
