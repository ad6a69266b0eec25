import { html } from '../html.ts';
import { chargedOf } from '../payment.ts';
import { formatAmount } from './page-frame.ts';
import { renderStep } from './page-parts.ts';
import type { StylePage } from './style-page.ts';

/** A code to pay at a shop: the player leaves with it, and the money arrives later or never. */
export const voucherPage: StylePage = {
  render: ({ id, request }, view) =>
    renderStep(
      'Pay at a shop',
      view,
      html`
        <p class="hint">Show this code at any counter that doesn’t exist, and pay ${formatAmount(chargedOf(request), request.currency)} in cash.</p>
        <p class="code">${voucherCode(id)}</p>
        <button class="primary" name="action" value="voucher:keep">I will pay later</button>
        <button name="action" value="voucher:pay">Pay at the counter now</button>`,
    ),
  submit: (action) => {
    if (action === 'voucher:keep') return { kind: 'leavePending' };
    return action === 'voucher:pay' ? { kind: 'approve' } : undefined;
  },
};

/** Returns twelve digits in groups of four, always the same for a payment. */
function voucherCode(id: string): string {
  const digits = BigInt(`0x${id.replace(/[^0-9a-f]/g, '') || '0'}`) % 10n ** 12n;
  return digits
    .toString()
    .padStart(12, '0')
    .replace(/(\d{4})(?=\d)/g, '$1 ');
}
