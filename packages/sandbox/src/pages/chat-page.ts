import { html } from '../html.ts';
import { chargedOf, shownReference } from '../payment.ts';
import { formatAmount } from './page-frame.ts';
import { renderStep } from './page-parts.ts';
import type { StylePage } from './style-page.ts';

/** An agent's chat, where a player arranges to hand over cash. */
export const chatPage: StylePage = {
  render: ({ request }, view) => {
    const amount = formatAmount(chargedOf(request), request.currency);
    return renderStep(
      'Chat with Sam, cash agent',
      view,
      html`
        <ol class="chat">
          <li class="theirs">Hi! I am Sam, and simulated. You want to pay in ${amount}?</li>
          <li class="ours">Yes. My payment is ${shownReference(request)}.</li>
          <li class="theirs">Good. Bring me the cash, and I pass it on.</li>
        </ol>
        <button class="primary" name="action" value="chat:pay">Hand over ${amount}</button>
        <button name="action" value="chat:later">I will bring it later</button>`,
    );
  },
  submit: (action) => {
    if (action === 'chat:later') return { kind: 'leavePending' };
    return action === 'chat:pay' ? { kind: 'approve' } : undefined;
  },
};
