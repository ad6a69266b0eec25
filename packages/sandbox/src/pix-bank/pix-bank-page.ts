import { html, type Markup } from '../html.ts';
import { formatAmount, renderPage } from '../pages/page-frame.ts';
import type { BrCode } from './br-code.ts';
import type { ReceivedPix } from './received-pix.ts';

/** The payer's options for a code. */
export const payerActions = {
  pay: { label: 'Pay', hint: '' },
  'pay-part': { label: 'Pay a part', hint: 'Half of the amount' },
  'pay-more': { label: 'Pay more', hint: 'One and a half times the amount' },
  'pay-twice': { label: 'Pay twice', hint: 'The amount, two times' },
} as const;

export type PayerAction = keyof typeof payerActions;

/** Renders the payer's bank, where a copied code is pasted. */
export function renderPasteForm(code: string, problem: string | null, done: Markup | ''): string {
  return renderPage(
    'Pay by Pix',
    html`
      ${done}
      <section class="card" aria-labelledby="step-title">
        <h1 id="step-title">Simulated Pix bank</h1>
        <p>Paste the code that the cashier shows (“Pix copia e cola”), and pay it as a payer would.</p>
        ${problem === null ? '' : html`<p class="state declined" role="alert">${problem}</p>`}
        <form method="get" action="/pix-bank">
          <label class="field">Copied code
            <textarea name="code" rows="5" required spellcheck="false">${code}</textarea>
          </label>
          <button class="primary">Read the code</button>
        </form>
      </section>
      <a class="button" href="/payments">All payments of the provider</a>`,
  );
}

/** Renders the content of a code, and the buttons to pay it. */
export function renderCode(text: string, code: BrCode): string {
  const amount = code.amount === null ? 'Any amount' : formatAmount(code.amount, 'BRL');
  const { pay, ...others } = payerActions;
  return renderPage(
    `Pay ${amount} by Pix`,
    html`
      <section class="card">
        <p class="label">To pay</p>
        <h1 class="amount">${amount}</h1>
        <dl>
          <div><dt>Payee</dt><dd>${code.merchantName}</dd></div>
          <div><dt>City</dt><dd>${code.city}</dd></div>
          <div><dt>Pix key</dt><dd>${code.key}</dd></div>
          <div><dt>Transaction</dt><dd>${code.txid ?? 'none'}</dd></div>
        </dl>
      </section>
      <form method="post" action="/pix-bank">
        <input type="hidden" name="code" value="${text}">
        ${code.amount === null ? html`<label class="field">Amount in reais<input name="amount" inputmode="decimal" required placeholder="50.00"></label>` : ''}
        <button class="primary" name="action" value="pay">${pay.label}</button>
        <div class="more">${Object.entries(others).map(
          ([name, { label, hint }]) => html`
          <button name="action" value="${name}"><span>${label}</span><small>${hint}</small></button>`,
        )}
        </div>
      </form>
      <a class="button" href="/pix-bank">Another code</a>`,
  );
}

/** Renders the confirmation of a payment, and its webhook address. */
export function renderPaid(
  paid: readonly (ReceivedPix | null)[],
  webhookUrl: string | null,
): Markup {
  const ids = paid.flatMap((pix) => (pix === null ? [] : [pix.endToEndId]));
  const told = webhookUrl === null ? 'Nobody is told: no address is registered for this key.' : '';
  return html`
      <p class="state approved" role="status">Paid ${paid.length === 1 ? 'once' : 'twice'}. ${ids.join(', ')} ${ids.length === 0 ? '' : told}</p>`;
}
