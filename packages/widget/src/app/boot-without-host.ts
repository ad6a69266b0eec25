import { bootPopupPage } from '../flows/popup-page/boot-popup-page.tsx';
import { takeCodeFromAddress } from '../popup/popup-page-address.ts';
import { popupPagePath } from '../popup/popup-page-path.ts';
import { retryImport } from '../routing/wait-for-page-data.ts';
import type { PageConfig } from './page-config.ts';

/**
 * Starts a page of the widget that has no host around it: the popup's own page, or a deposit on
 * another device. Both are opened by an address alone, which may hold a one-time code.
 */
export async function bootWithoutHost(
  container: HTMLElement,
  page: PageConfig,
  addressLocale: string | null,
): Promise<void> {
  if (window.location.pathname.endsWith(popupPagePath)) {
    const pageCode = takeCodeFromAddress(window);
    return bootPopupPage(container, { addressLocale, pageCode });
  }
  const { bootPayPage } = await retryImport(() => import('./pay-page/boot-pay-page.tsx'));
  return bootPayPage(container, page, addressLocale);
}
