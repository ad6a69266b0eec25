import { html } from '../html.ts';
import { inventPayerName } from '../instrument.ts';
import { chargedOf } from '../payment.ts';
import { formatAmount } from './page-frame.ts';
import { renderStep } from './page-parts.ts';
import type { StylePage } from './style-page.ts';

/** An e-wallet: the player logs in and confirms. Any name and password is accepted. */
export const walletPage: StylePage = {
  render: ({ request }, view) => {
    const amount = formatAmount(chargedOf(request), request.currency);
    if (view.step === 'confirm') {
      return renderStep(
        'Confirm the payment',
        view,
        html`
        <p class="hint">${amount} leaves the simulated balance of ${inventPayerName(request)}.</p>
        <button class="primary" name="action" value="wallet:confirm">Confirm ${amount}</button>`,
      );
    }
    return renderStep(
      `Log in to ${request.method}`,
      view,
      html`
        <label class="field">Phone or e-mail
          <input name="account" autocomplete="off" required value="player@example.com">
        </label>
        <label class="field">Password
          <input name="password" type="password" autocomplete="off" required value="simulated">
        </label>
        <p class="hint">Anything will do. Never type a real password here.</p>
        <button class="primary" name="action" value="wallet:log-in">Log in</button>`,
    );
  },
  submit: (action, { account = '', password = '' }) => {
    if (action === 'wallet:confirm') return { kind: 'approve' };
    if (action !== 'wallet:log-in') return undefined;
    return account.trim() === '' || password === ''
      ? { kind: 'problem', step: null, text: 'Fill in both, with anything.' }
      : { kind: 'show', step: 'confirm' };
  },
};
