import { payPagePath } from '../../popup/popup-page-path.ts';

/**
 * Takes the code out of the address `/{product}/pay/<code>`, with all that the cashier added, so that
 * neither a reload nor the browser's history has it. Null after a reload.
 */
export function takeCode(window: Window, product: string): string | null {
  const page = `/${product}${payPagePath}/`;
  const code = window.location.pathname.slice(page.length);
  window.history.replaceState(null, '', page);
  return code === '' ? null : code;
}
