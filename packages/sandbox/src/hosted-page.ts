import { html, type Markup } from './html.ts';
import { mainActions, moreActions } from './page-actions.ts';
import type { Payment } from './payment.ts';
import { returnAddress } from './payment-addresses.ts';

/** The hosted page of a payment: its buttons while it is pending, its outcome after. */
export function renderPaymentPage(payment: Payment): string {
  const { status, request } = payment;
  const amount = formatAmount(request.amount, request.currency);
  const title = status === 'pending' ? `Pay ${amount}` : `Payment ${status}`;
  return renderPage(
    title,
    html`
      <section class="card">
        <p class="label">${status === 'pending' ? 'To pay' : 'Asked for'}</p>
        <h1 class="amount">${amount}</h1>
        <dl>
          <div><dt>Merchant</dt><dd>${new URL(request.returnUrl).host}</dd></div>
          <div><dt>Method</dt><dd>${request.method}</dd></div>
          <div><dt>Reference</dt><dd>${request.merchantReference}</dd></div>
        </dl>
      </section>
      ${status === 'pending' ? renderActions(payment) : renderOutcome(payment)}`,
  );
}

/** Shown for an unknown payment and for a wrong token alike, so that neither can be told apart. */
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

function renderPage(title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Sandbox Pay</title>
    <link rel="stylesheet" href="/pay.css">
  </head>
  <body>
    <header>
      <p class="brand">Sandbox Pay</p>
      <p class="notice"><strong>Simulated payment.</strong> No money moves, whatever you press.</p>
    </header>
    <main>${body}</main>
  </body>
</html>
`.markup;
}

function renderActions({ approvalDueAt }: Payment): Markup {
  const { approve, decline, 'leave-pending': leavePending } = mainActions;
  return html`
      ${approvalDueAt === null ? '' : html`<p class="state pending" role="status">A late approval is on its way.</p>`}
      <form method="post">
        <button class="primary" name="action" value="approve">${approve.label}</button>
        <div class="pair">
          <button name="action" value="decline">${decline.label}</button>
          <button name="action" value="leave-pending">${leavePending.label}</button>
        </div>
        <details>
          <summary>More behaviours</summary>
          <div class="more">${Object.entries(moreActions).map(
            ([name, { label, hint }]) => html`
            <button name="action" value="${name}"><span>${label}</span><small>${hint}</small></button>`,
          )}
          </div>
        </details>
      </form>`;
}

function renderOutcome(payment: Payment): Markup {
  const { status, receipts } = payment;
  const amounts = receipts.map(({ amount, currency }) => formatAmount(amount, currency));
  const paid = amounts.length === 0 ? '' : ` Paid: ${amounts.join(' and ')}.`;
  return html`
      <p class="state ${status}" role="status">This payment was ${status}.${paid}</p>
      <a class="button" href="${returnAddress(payment)}">Back to the merchant</a>`;
}

/** Formats for reading. Currencies that Intl does not know (crypto) stand as their code. */
function formatAmount(amount: string, currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${amount} ${currency}`;
  const minimumFractionDigits = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits,
    maximumFractionDigits: Math.max(minimumFractionDigits, 2),
  });
  return format.format(amount as Intl.StringNumericLiteral);
}
