import type { PlayerLocale } from '../i18n/player-locale.ts';
import type { Transport } from '../transport/transport.ts';
import { payPagePath, popupPagePath } from './popup-page-path.ts';

/** The part of the session that the address holds. */
interface Look {
  product: string;
  locale: Pick<PlayerLocale, 'tag'>;
}

/** Returns the address of our own `/form` page, in the cashier's language and theme. */
export function popupPageAddress(look: Look): URL {
  return ownAddress(look, popupPagePath);
}

/**
 * Returns the address that shows one deposit on another device, in the cashier's language and theme.
 * @param code - of `deposit-device-code`
 */
export function payPageAddress(look: Look, code: string): URL {
  return ownAddress(look, `${payPagePath}/${code}`);
}

function ownAddress({ product, locale }: Look, path: string): URL {
  const url = new URL(`/${product}${path}`, location.origin);
  url.searchParams.set('locale', locale.tag);
  url.searchParams.set('theme', document.documentElement.dataset.theme ?? 'light');
  return url;
}

/**
 * Returns that address with a one-time code, by which a browser without a session gets to the
 * deposit's page. The code is in the fragment after `#`: no server and no log sees it.
 * @throws as the transport does
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
 * Takes the code out of the address, so that neither a reload nor the browser's history has it. A
 * mark stays in the address: after a reload the code is empty, as if it were used. Returns null
 * where the page was opened without a code.
 */
export function takeCodeFromAddress(window: Window): string | null {
  const found = /^#code(?:=([\w-]*))?$/.exec(window.location.hash);
  if (found === null) return null;
  const url = new URL(window.location.href);
  url.hash = 'code';
  window.history.replaceState(window.history.state, '', url);
  return found[1] ?? '';
}
