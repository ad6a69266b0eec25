import { html, type Markup } from '../html.ts';
import { chargedOf, type Payment } from '../payment.ts';
import { formatAmount } from './page-frame.ts';
import { renderProblem, renderStep } from './page-parts.ts';
import type { PageView, StylePage } from './style-page.ts';
import { formatCardNumber, testCards, validateCard } from './test-cards.ts';

/** The code that the simulated bank "sends" to the player's phone. */
const secureCode = '123456';

/** A card form, followed for one of the cards by the bank's own page (3-D Secure). */
export const cardPage: StylePage = {
  render: (payment, view) =>
    view.step === 'secure' ? renderSecure(payment, view) : renderForm(payment, view),
  submit: (action, fields) => {
    if (action === 'card:pay') {
      const { number = '', expiry = '', code = '' } = fields;
      const result = validateCard({ number, expiry, code }, new Date());
      if (typeof result === 'string') return { kind: 'problem', step: null, text: result };
      return result.kind === 'secure' ? { kind: 'show', step: 'secure' } : result;
    }
    if (action === 'card:confirm') {
      return fields.secureCode?.trim() === secureCode
        ? { kind: 'approve' }
        : { kind: 'problem', step: 'secure', text: `That is not the code. It is ${secureCode}.` };
    }
    if (action === 'card:fail') return { kind: 'decline', reason: 'authentication_failed' };
    return undefined;
  },
};

function renderForm({ request }: Payment, view: PageView): Markup {
  const amount = formatAmount(chargedOf(request), request.currency);
  return renderStep(
    'Card details',
    view,
    html`
        <label class="field">Card number
          <input name="number" inputmode="numeric" autocomplete="off" maxlength="23" required placeholder="4242 4242 4242 4242">
        </label>
        <div class="pair">
          <label class="field">Expiry date
            <input name="expiry" inputmode="numeric" autocomplete="off" maxlength="7" required placeholder="MM/YY">
          </label>
          <label class="field">Security code
            <input name="code" inputmode="numeric" autocomplete="off" maxlength="4" required placeholder="123">
          </label>
        </div>
        <button class="primary" name="action" value="card:pay">Pay ${amount}</button>
        <details>
          <summary>Test numbers</summary>
          <dl>${testCards.map(
            ({ number, label }) => html`
            <div><dt>${label}</dt><dd>${formatCardNumber(number)}</dd></div>`,
          )}
          </dl>
          <p class="hint">Any date to come, and any three digits. No other number is taken.</p>
        </details>`,
  );
}

/** Renders 3-D Secure as two forms, because the player can fail it without typing a code. */
function renderSecure({ request }: Payment, { formAction, problem }: PageView): Markup {
  const amount = formatAmount(chargedOf(request), request.currency);
  return html`
      <section class="card" aria-labelledby="step-title">
        <h2 id="step-title">Your bank asks: is it you?</h2>
        <p class="hint">3-D Secure, simulated. Bank of Nowhere has “sent” the code <strong>${secureCode}</strong> to
          your phone, to confirm ${amount}.</p>
        ${renderProblem(problem)}
        <form method="post" action="${formAction}">
          <label class="field">Code from your bank
            <input name="secureCode" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required>
          </label>
          <button class="primary" name="action" value="card:confirm">Confirm the payment</button>
        </form>
        <form method="post" action="${formAction}">
          <button name="action" value="card:fail">Fail authentication</button>
        </form>
      </section>`;
}
