import type { Session } from '../../session/session.ts';
import { formPath } from './form-path.ts';

type Look = Pick<Session, 'product' | 'locale'>;

/** Our own `/form` page, in the cashier's language and theme. */
export function formAddress({ product, locale }: Look): URL {
  const url = new URL(`/${product}${formPath}`, location.origin);
  url.searchParams.set('locale', locale.tag);
  url.searchParams.set('theme', document.documentElement.dataset.theme ?? 'light');
  return url;
}

/**
 * The same with a code by which it goes on to the deposit's page, once, in a browser that knows nothing
 * of the cashier. The code stands behind the `#`: no server and no log between sees it. Rejects as
 * the transport does.
 */
export async function loadFormAddress(
  session: Look & Pick<Session, 'transport'>,
  depositId: string,
  signal: AbortSignal,
): Promise<string> {
  const { code } = await session.transport.call('deposit-page-code', { depositId }, { signal });
  const url = formAddress(session);
  url.hash = `code=${code}`;
  return url.href;
}

/** Takes the code out of the address, where neither a reload nor the browser's history finds it. */
export function takeCodeFromAddress(window: Window): string | null {
  const code = /^#code=([\w-]+)$/.exec(window.location.hash)?.[1];
  if (code === undefined) return null;
  const url = new URL(window.location.href);
  url.hash = '';
  window.history.replaceState(window.history.state, '', url);
  return code;
}
