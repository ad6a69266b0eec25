import { html } from './html.ts';
import { describeOutcome, renderDecisions, renderLaterDecisions } from './pages/decision-form.ts';
import { renderOfferRows } from './pages/offer-rows.ts';
import { formatAmount, renderPage } from './pages/page-frame.ts';
import { type Payment, shownReference } from './payment.ts';

/** Renders the newest payments, for the operator of the simulated provider. */
export function renderPaymentList(payments: readonly Payment[]): string {
  const rows = payments.map(
    ({ id, status, request }) => html`
        <li><a class="row" href="/payments/${id}">
          <strong>${request.method}</strong><span>${formatAmount(request.amount, request.currency)}</span>
          <small>${shownReference(request)}</small><small>${status}</small>
        </a></li>`,
  );
  return renderPage(
    'Payments',
    html`
      <section class="card">
        <h1>Payments</h1>
        <p>What merchants asked for, newest first. Decide here what becomes of it, as a bank or a payer would.</p>
      </section>
      ${rows.length === 0 ? html`<p>There are none yet.</p>` : html`<ul class="rows">${rows}</ul>`}
      <a class="button" href="/payouts">Payouts</a>
      <a class="button" href="/pix-bank">Pay a Pix code at the simulated bank</a>
      <a class="button" href="/bank">Pay into an account at the simulated bank</a>
      <a class="button" href="/chains">Send coins on a simulated chain</a>`,
  );
}

function describeCustomer(customer: Payment['request']['customer'] = {}): string {
  return Object.values(customer).filter(Boolean).join(', ') || 'unknown';
}

function describeClaim({ playerClaim }: Payment): string {
  if (playerClaim === null) return 'has said nothing';
  return playerClaim.confirmationId === null
    ? 'says it is paid'
    : 'says it is paid, with a confirmation id';
}

/**
 * Renders one payment with all possible decisions. Of the player's details it shows the number of
 * their transfer alone, and of the customer only what the journal keeps, which is masked.
 */
export function renderPaymentConsole(payment: Payment): string {
  const { id, status, request } = payment;
  const amount = formatAmount(request.amount, request.currency);
  const utr = payment.playerClaim?.details?.utr;
  const formAction = `/payments/${id}`;
  return renderPage(
    `Payment of ${amount}`,
    html`
      <section class="card">
        <p class="label">Asked for</p>
        <h1 class="amount">${amount}</h1>
        <dl>
          <div><dt>Merchant</dt><dd>${new URL(request.returnUrl).host}</dd></div>
          <div><dt>Method</dt><dd>${request.method}</dd></div>
          <div><dt>Reference</dt><dd>${shownReference(request)}</dd></div>
          <div><dt>Merchant’s id</dt><dd>${request.merchantReference}</dd></div>
          ${renderOfferRows(payment)}
          <div><dt>Customer</dt><dd>${describeCustomer(request.customer)}</dd></div>
          <div><dt>The player</dt><dd>${describeClaim(payment)}</dd></div>
          ${utr === undefined ? '' : html`<div><dt>UTR</dt><dd>${utr}</dd></div>`}
        </dl>
      </section>
      <p class="state ${status}" role="status">${status === 'pending' ? 'This payment is pending.' : describeOutcome(payment, formatAmount)}</p>
      ${status === 'pending' ? renderDecisions(payment, { formAction, isPrimary: true }) : renderLaterDecisions(formAction)}
      <a class="button" href="/payments">All payments</a>`,
  );
}
