/** Whether an address is a page's, and not an app's (`upi:`, `tg:`), which no window of ours can show. */
export function isWebAddress(address: string): boolean {
  return /^https?:/i.test(address);
}
