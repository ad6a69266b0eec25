import { declineReasonLabels } from '../decline-reasons.ts';
import { html, type Markup } from '../html.ts';
import { laterActions, mainActions, moreActions } from '../page-actions.ts';
import type { Payment } from '../payment.ts';

/** Renders the buttons that decide a payment at once, for every style. */
export function renderDecisions(
  { approvalDueAt }: Payment,
  { formAction, isPrimary }: { formAction: string; isPrimary: boolean },
): Markup {
  const { approve, decline, 'leave-pending': leavePending } = mainActions;
  return html`
      ${approvalDueAt === null ? '' : html`<p class="state pending" role="status">A late approval is on its way.</p>`}
      <form method="post" action="${formAction}">
        <button${isPrimary ? html` class="primary"` : ''} name="action" value="approve">${approve.label}</button>
        <div class="pair">
          <label class="field">Reason
            <select name="reason">
              <option value="">None given</option>${Object.entries(declineReasonLabels).map(
                ([reason, label]) => html`
              <option value="${reason}">${label}</option>`,
              )}
            </select>
          </label>
          <button name="action" value="decline">${decline.label}</button>
        </div>
        <button name="action" value="leave-pending">${leavePending.label}</button>
        <details>
          <summary>More behaviours</summary>
          <div class="more">${renderActionButtons(moreActions)}
          </div>
        </details>
      </form>`;
}

/** Renders the decisions for a payment that has ended. */
export function renderLaterDecisions(formAction: string): Markup {
  return html`
      <form method="post" action="${formAction}">
        <div class="more">${renderActionButtons(laterActions)}
        </div>
      </form>`;
}

function renderActionButtons(actions: Record<string, { label: string; hint?: string }>): Markup[] {
  return Object.entries(actions).map(
    ([name, { label, hint = '' }]) => html`
            <button name="action" value="${name}"><span>${label}</span><small>${hint}</small></button>`,
  );
}

/** Describes the outcome of a payment. */
export function describeOutcome(
  { status, declineReason, receipts }: Payment,
  format: (amount: string, currency: string) => string,
): string {
  const amounts = receipts.map(({ amount, currency }) => format(amount, currency));
  const paid = amounts.length === 0 ? '' : ` Paid: ${amounts.join(' and ')}.`;
  const isExplained = status === 'declined' && declineReason !== null;
  const why = isExplained ? ` Reason: ${declineReasonLabels[declineReason].toLowerCase()}.` : '';
  return `This payment was ${status}.${paid}${why}`;
}
