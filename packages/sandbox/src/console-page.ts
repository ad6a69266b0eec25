import { html } from './html.ts';
import { describeOutcome, renderDecisions, renderLaterDecisions } from './pages/decision-form.ts';
import { formatAmount, renderPage } from './pages/page-frame.ts';
import type { Payment } from './payment.ts';

/** Renders the newest payments, for the operator of the simulated provider. */
export function renderPaymentList(payments: readonly Payment[]): string {
  const rows = payments.map(
    ({ id, status, request }) => html`
        <li><a class="row" href="/payments/${id}">
          <strong>${request.method}</strong><span>${formatAmount(request.amount, request.currency)}</span>
          <small>${request.merchantReference}</small><small>${status}</small>
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
      <a class="button" href="/pix-bank">Pay a Pix code at the simulated bank</a>
      <a class="button" href="/bank">Pay into an account at the simulated bank</a>`,
  );
}

function describeCustomer(customer: Payment['request']['customer'] = {}): string {
  return Object.values(customer).filter(Boolean).join(', ') || 'unknown';
}

/**
 * Renders one payment with all possible decisions. It never shows the player's details, and of the
 * customer only what the journal keeps, which is masked.
 */
export function renderPaymentConsole(payment: Payment): string {
  const { id, status, request } = payment;
  const amount = formatAmount(request.amount, request.currency);
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
          <div><dt>Reference</dt><dd>${request.merchantReference}</dd></div>
          <div><dt>Customer</dt><dd>${describeCustomer(request.customer)}</dd></div>
          <div><dt>The player</dt><dd>${payment.playerClaim === null ? 'has said nothing' : 'says it is paid'}</dd></div>
        </dl>
      </section>
      <p class="state ${status}" role="status">${status === 'pending' ? 'This payment is pending.' : describeOutcome(payment, formatAmount)}</p>
      ${status === 'pending' ? renderDecisions(payment, { formAction, isPrimary: true }) : renderLaterDecisions(formAction)}
      <a class="button" href="/payments">All payments</a>`,
  );
}
