import type { PlayerLocale } from '../i18n/player-locale.ts';
import type { Transport } from '../transport/transport.ts';
import { popupPagePath } from './popup-page-path.ts';

/** What its address says of the session. */
interface Look {
  product: string;
  locale: Pick<PlayerLocale, 'tag'>;
}

/** Our own `/form` page, in the cashier's language and theme. */
export function popupPageAddress({ product, locale }: Look): URL {
  const url = new URL(`/${product}${popupPagePath}`, location.origin);
  url.searchParams.set('locale', locale.tag);
  url.searchParams.set('theme', document.documentElement.dataset.theme ?? 'light');
  return url;
}

/**
 * The same with a code by which it goes on to the deposit's page, once, in a browser that knows nothing
 * of the cashier. The code stands behind the `#`: no server and no log between sees it. Rejects as
 * the transport does.
 */
export async function loadPopupPageAddress(
  session: Look & { transport: Pick<Transport, 'call'> },
  depositId: string,
  signal: AbortSignal,
): Promise<string> {
  const { code } = await session.transport.call('deposit-page-code', { depositId }, { signal });
  const url = popupPageAddress(session);
  url.hash = `code=${code}`;
  return url.href;
}

/**
 * Takes the code out of the address, where neither a reload nor the browser's history finds it. What
 * stays there says that there was one: the code of a page that is loaded again is empty, which is as
 * good as used. Null where the page was opened otherwise.
 */
export function takeCodeFromAddress(window: Window): string | null {
  const found = /^#code(?:=([\w-]*))?$/.exec(window.location.hash);
  if (found === null) return null;
  const url = new URL(window.location.href);
  url.hash = 'code';
  window.history.replaceState(window.history.state, '', url);
  return found[1] ?? '';
}
