import { html, type Markup } from './html.ts';
import { chooseStyle } from './page-style.ts';
import { describeOutcome, renderDecisions } from './pages/decision-form.ts';
import { renderOfferRows } from './pages/offer-rows.ts';
import { formatAmount, renderPage } from './pages/page-frame.ts';
import type { PageView } from './pages/style-page.ts';
import { stylePages } from './pages/style-pages.ts';
import { chargedOf, type Payment, type PaymentRequest, shownReference } from './payment.ts';
import { returnAddress } from './payment-addresses.ts';

/**
 * Renders the hosted page of a payment: its style's content and the buttons while it is pending,
 * then its outcome.
 */
export function renderPaymentPage(payment: Payment, view: PageView): string {
  const { status, request } = payment;
  const amount = formatAmount(chargedOf(request), request.currency);
  const title = status === 'pending' ? `Pay ${amount}` : `Payment ${status}`;
  return renderPage(
    title,
    html`
      <section class="card">
        <p class="label">${status === 'pending' ? 'To pay' : 'Asked for'}</p>
        <h1 class="amount">${amount}</h1>
        <dl>
          ${renderFee(request)}
          <div><dt>Merchant</dt><dd>${new URL(request.returnUrl).host}</dd></div>
          <div><dt>Method</dt><dd>${request.method}</dd></div>
          <div><dt>Reference</dt><dd>${shownReference(request)}</dd></div>
          ${renderOfferRows(payment)}
        </dl>
      </section>
      ${status === 'pending' ? renderPending(payment, view) : renderOutcome(payment)}`,
  );
}

/** Renders the parts of the charged sum, if there is a fee on top. */
function renderFee({ amount, payerFee, currency }: PaymentRequest): Markup | string {
  if (payerFee === undefined) return '';
  return html`
          <div><dt>Amount</dt><dd>${formatAmount(amount, currency)}</dd></div>
          <div><dt>Fee</dt><dd>${formatAmount(payerFee, currency)}</dd></div>`;
}

/** Renders the same page for an unknown payment and for a wrong token. */
export function renderNotFoundPage(): string {
  return renderPage(
    'Payment not found',
    html`
      <section class="card">
        <h1>Payment not found</h1>
        <p>This link is incomplete or not ours. Go back to the merchant and start again.</p>
      </section>`,
  );
}

function renderPending(payment: Payment, view: PageView): Markup {
  const { formAction } = view;
  const stylePage = stylePages[chooseStyle(payment.request)];
  const leaving = html`
      <nav class="pair" aria-label="Leave without deciding">
        <a class="button" href="${returnAddress(payment)}">Back to the shop</a>
        <a class="button" href="${payment.request.returnUrl}">Back without a status</a>
      </nav>`;
  if (stylePage === null) {
    return html`${renderDecisions(payment, { formAction, isPrimary: true })}${leaving}`;
  }
  return html`
      ${stylePage.render(payment, view)}
      <section class="direct" aria-labelledby="direct-title">
        <h2 id="direct-title">Or decide at once</h2>
        ${renderDecisions(payment, { formAction, isPrimary: false })}
      </section>
      ${leaving}`;
}

function renderOutcome(payment: Payment): Markup {
  return html`
      <p class="state ${payment.status}" role="status">${describeOutcome(payment, formatAmount)}</p>
      <a class="button" href="${returnAddress(payment)}">Back to the merchant</a>`;
}
