/**
 * Returns whether an address is a web page's. An app's (`upi:`, `tg:`) can't be shown in a window.
 */
export function isWebAddress(address: string): boolean {
  return /^https?:/i.test(address);
}
