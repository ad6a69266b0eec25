import { html, type Markup } from '../html.ts';
import { formatAmount } from '../pages/page-frame.ts';
import { renderProblem } from '../pages/page-parts.ts';
import { renderBankPage } from './bank-frame.ts';
import { type BankTransfer, utrOf } from './bank-transfer.ts';
import type { Announcement } from './payer-bank.ts';
import { delays, payerWays } from './payer-ways.ts';

/** The values of the form's fields as they were typed. */
export type TypedOrder = Readonly<Record<keyof typeof fieldNames, string>>;

/** The fields and their rules, in words for a message. */
export const fieldNames = {
  account: 'the account number (4 to 34 letters and digits)',
  amount: 'the amount (such as 50.00)',
  currency: 'the currency (such as EUR)',
  text: 'the payment text (140 characters at most)',
  payerName: 'your name (140 characters at most)',
} as const;

/** Renders the form of a transfer, its buttons, and the newest transfers. */
export function renderTransferForm(
  typed: TypedOrder,
  problem: string | null,
  newest: readonly BankTransfer[],
): string {
  const { pay, 'pay-late': payLate, ...others } = payerWays;
  return renderBankPage(
    'New transfer',
    html`
      <section class="account" aria-label="Your account">
        <p>Everyday account</p>
        <p class="balance">Unlimited play money</p>
        <p class="number">•••• •••• •••• 4821</p>
      </section>
      <form class="card" method="post" action="/bank" aria-labelledby="form-title">
        <h1 id="form-title">New transfer</h1>
        ${renderProblem(problem)}
        <label class="field">To account
          <input name="account" value="${typed.account}" required maxlength="64" autocomplete="off" spellcheck="false" autocapitalize="characters" placeholder="Number, IBAN, card or address">
        </label>
        <div class="money">
          <label class="field">Amount
            <input name="amount" value="${typed.amount}" required inputmode="decimal" autocomplete="off" placeholder="50.00">
          </label>
          <label class="field">Currency
            <input name="currency" value="${typed.currency}" required maxlength="3" autocomplete="off" spellcheck="false" autocapitalize="characters" placeholder="EUR">
          </label>
        </div>
        <label class="field">Payment text
          <input name="text" value="${typed.text}" maxlength="140" autocomplete="off" spellcheck="false" placeholder="The reference of the invoice">
        </label>
        <label class="field">Your name
          <input name="payerName" value="${typed.payerName}" required maxlength="140" autocomplete="off">
        </label>
        <button class="primary" name="action" value="pay">${pay.label}</button>
        <fieldset class="ways">
          <legend>Or pay in another way</legend>
          ${Object.entries(others).map(([name, way]) => renderWay(name, way))}
          <div class="late">
          <label class="field">Delay
            <select name="delay">${Object.entries(delays).map(
              ([seconds, label]) => html`<option value="${seconds}">${label}</option>`,
            )}</select>
          </label>
          ${renderWay('pay-late', payLate)}
          </div>
        </fieldset>
      </form>
      ${renderNewest(newest)}
      <nav class="links" aria-label="More">
        <a class="button" href="/bank/statements">Statements of the accounts</a>
        <a class="button" href="/bank/payout-files">Payments by file</a>
        <a class="button" href="/payments">All payments of the provider</a>
      </nav>`,
  );
}

function renderWay(name: string, { label, hint }: { label: string; hint: string }): Markup {
  return html`
          <button name="action" value="${name}"><span>${label}</span><small>${hint}</small></button>`;
}

function renderNewest(newest: readonly BankTransfer[]): Markup | '' {
  if (newest.length === 0) return '';
  const rows = newest.map(
    ({ orderId, account, amount, currency, bookedAt }) => html`
        <li><a class="row" href="/bank/orders/${orderId}">
          <strong>${maskNumber(account)}</strong><span>−${formatAmount(amount, currency)}</span>
          <small>${formatTime(bookedAt).slice(11)}</small><small>${isAhead(bookedAt) ? 'planned' : 'sent'}</small>
        </a></li>`,
  );
  return html`
      <section aria-labelledby="newest-title">
        <h2 id="newest-title">Newest transfers</h2>
        <ul class="rows">${rows}</ul>
      </section>`;
}

/** Renders the transfers of one pressed button, and what the account's owner knows of them. */
export function renderOrder(
  transfers: readonly BankTransfer[],
  first: BankTransfer,
  announcement: Announcement,
): string {
  const { account, amount, currency, text, payerName, bookedAt } = first;
  const isPlanned = isAhead(bookedAt);
  const title = `Transfer ${isPlanned ? 'planned' : 'sent'}`;
  return renderBankPage(
    title,
    html`
      <section class="card sent">
        <svg class="${isPlanned ? 'planned' : 'done'}" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="${isPlanned ? 'M24 13v12l7 5' : 'm15 25 6 6 12-14'}"/></svg>
        <h1 role="status">${title}${transfers.length === 1 ? '' : ' twice'}</h1>
        <p class="amount">${formatAmount(amount, currency)}</p>
        <dl>
          <div><dt>To</dt><dd>${maskNumber(account)}</dd></div>
          <div><dt>Text</dt><dd>${text || 'none'}</dd></div>
          <div><dt>From</dt><dd>${payerName}</dd></div>
          <div><dt>Booked</dt><dd>${formatTime(bookedAt)}</dd></div>
          ${transfers.map(({ id }) => html`<div><dt>Bank’s id</dt><dd>${id}</dd></div>`)}
          ${transfers.flatMap(renderUtr)}
        </dl>
      </section>
      <p class="state ${stateOf[announcement]}">${isPlanned ? 'Nothing has left the account yet.' : words[announcement]}</p>
      <a class="button primary" href="/bank">Another transfer</a>
      <a class="button" href="/bank/statements">Statements of the accounts</a>`,
  );
}

/** Payments by UPI have a number of twelve digits, which their payer knows too. */
function renderUtr(transfer: BankTransfer): Markup[] {
  const utr = utrOf(transfer);
  return utr === null ? [] : [html`<div><dt>UTR</dt><dd>${utr}</dd></div>`];
}

const stateOf: Record<Announcement, string> = {
  settled: 'approved',
  accepted: 'approved',
  waiting: 'pending',
  forgotten: 'pending',
  nobody: 'declined',
};

const words: Record<Announcement, string> = {
  settled: 'The account belongs to a payment of Sandbox Pay, which is paid now.',
  accepted: 'The account’s owner has been notified.',
  waiting: 'The account’s owner has not accepted the notification yet. The bank repeats it.',
  forgotten: 'The bank has told nobody: only its books have the transfer.',
  nobody: 'The bank has told nobody: no address is registered for this account.',
};

/** Returns the page for an unknown order. */
export function renderUnknownOrder(): string {
  return renderBankPage(
    'Transfer not found',
    html`
      <section class="card"><h1>Transfer not found</h1><p>The bank has no such transfer.</p></section>
      <a class="button" href="/bank">New transfer</a>`,
  );
}

function isAhead(bookedAt: number): boolean {
  return bookedAt > Date.now();
}

/** Masks an account for a page that anyone may open. */
export function maskNumber(account: string): string {
  const [name = '', domain] = account.split('@');
  return domain === undefined ? `•••• ${account.slice(-4)}` : `${name.slice(0, 2)}•••@${domain}`;
}

function formatTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
