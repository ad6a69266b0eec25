import { html, type Markup } from '../html.ts';
import type { Payment } from '../payment.ts';
import { formatAmount } from './page-frame.ts';

/** Renders what the payer buys, and where, as rows of a list; nothing before an offer is taken. */
export function renderOfferRows({ takenOffer }: Payment): Markup | string {
  if (takenOffer === null) return '';
  const { title, coin, coinAmount, fee, amount, currency } = takenOffer;
  return html`
          <div><dt>Seller</dt><dd>${title}</dd></div>
          <div><dt>Seller’s fee</dt><dd>${formatAmount(fee, currency)}</dd></div>
          <div><dt>Coins</dt><dd>${formatAmount(coinAmount, coin)}</dd></div>
          <div><dt>The merchant gets</dt><dd>${formatAmount(amount, currency)}</dd></div>`;
}
