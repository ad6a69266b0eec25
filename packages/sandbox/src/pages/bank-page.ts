import { html } from '../html.ts';
import { inventPayerName } from '../instrument.ts';
import { chargedOf } from '../payment.ts';
import { formatAmount } from './page-frame.ts';
import { renderStep } from './page-parts.ts';
import type { StylePage } from './style-page.ts';

/** All banks are invented. */
const banks: Readonly<Record<string, string>> = {
  nowhere: 'Bank of Nowhere',
  harbour: 'Harbour Savings',
  meridian: 'Meridian Bank',
  lantern: 'Lantern Credit Union',
};

/** A bank transfer: the player chooses a bank and confirms there. */
export const bankPage: StylePage = {
  render: ({ request }, view) => {
    const amount = formatAmount(chargedOf(request), request.currency);
    const bank = view.step === null ? undefined : banks[view.step];
    if (bank !== undefined) {
      return renderStep(
        bank,
        view,
        html`
        <p class="hint">Transfer ${amount} from your simulated account ···· 4821, in the name of ${inventPayerName(request)}.</p>
        <button class="primary" name="action" value="bank:confirm">Confirm the transfer</button>`,
      );
    }
    return renderStep(
      'Choose your bank',
      view,
      html`
        <fieldset class="choices">
          <legend class="hidden">Bank</legend>${Object.entries(banks).map(
            ([id, name]) => html`
          <label class="choice"><input type="radio" name="bank" value="${id}" required> ${name}</label>`,
          )}
        </fieldset>
        <button class="primary" name="action" value="bank:choose">Continue</button>`,
    );
  },
  submit: (action, { bank = '' }) => {
    if (action === 'bank:confirm') return { kind: 'approve' };
    if (action !== 'bank:choose') return undefined;
    return Object.hasOwn(banks, bank)
      ? { kind: 'show', step: bank }
      : { kind: 'problem', step: null, text: 'Choose a bank.' };
  },
};
