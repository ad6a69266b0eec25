import { html } from './html.ts';
import { formatAmount, renderPage } from './pages/page-frame.ts';
import { shownReference } from './payment.ts';
import type { Payout } from './payout.ts';
import { listPayoutActions } from './payout-actions.ts';

/** Renders the newest payouts, for the operator of the simulated provider. */
export function renderPayoutList(payouts: readonly Payout[]): string {
  const rows = payouts.map(
    ({ id, status, request }) => html`
        <li><a class="row" href="/payouts/${id}">
          <strong>${request.method}</strong><span>${formatAmount(request.amount, request.currency)}</span>
          <small>${shownReference(request)}</small><small>${status}</small>
        </a></li>`,
  );
  return renderPage(
    'Payouts',
    html`
      <section class="card">
        <h1>Payouts</h1>
        <p>What merchants want to pay, newest first. Decide here what becomes of it, as a bank would.</p>
      </section>
      ${rows.length === 0 ? html`<p>There are none yet.</p>` : html`<ul class="rows">${rows}</ul>`}
      <a class="button" href="/payments">Payments</a>`,
  );
}

/**
 * Renders one payout with all possible decisions, and the provider's clock. Of the destination and
 * the customer it shows a mask.
 */
export function renderPayoutConsole(payout: Payout, now: number): string {
  const { id, status, request, paid } = payout;
  const amount = formatAmount(request.amount, request.currency);
  const customer = Object.values(request.customer ?? {}).filter(Boolean);
  const destination = Object.entries(request.destination).map(
    ([name, value]) => html`
          <div><dt>${name}</dt><dd>${maskDetail(value)}</dd></div>`,
  );
  const buttons = listPayoutActions(payout).map(
    ([name, { label, hint = '' }]) => html`
          <button name="action" value="${name}"><span>${label}</span><small>${hint}</small></button>`,
  );
  return renderPage(
    `Payout of ${amount}`,
    html`
      <section class="card">
        <p class="label">To be paid</p>
        <h1 class="amount">${amount}</h1>
        <dl>
          <div><dt>Merchant</dt><dd>${new URL(request.webhookUrl).host}</dd></div>
          <div><dt>Method</dt><dd>${request.method}</dd></div>
          <div><dt>Reference</dt><dd>${shownReference(request)}</dd></div>
          <div><dt>Merchant’s id</dt><dd>${request.merchantReference}</dd></div>
          <div><dt>Customer</dt><dd>${customer.join(', ') || 'unknown'}</dd></div>${destination}
          <div><dt>The provider’s clock</dt><dd>${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC</dd></div>
        </dl>
      </section>
      <p class="state ${status}" role="status">This payout is ${status}.${paid === null ? '' : ` Paid: ${formatAmount(paid.amount, paid.currency)}.`}</p>
      <form method="post" action="/payouts/${id}">
        <div class="more">${buttons}
        </div>
      </form>
      <a class="button" href="/payouts">All payouts</a>`,
  );
}

/** Masks a detail of a destination: an account's last digits, a name's first letter. */
function maskDetail(value: string): string {
  if (/\d/.test(value)) return value.length < 8 ? '••••' : `•••• ${value.slice(-4)}`;
  return `${[...value].slice(0, 1).join('')}•••`;
}
