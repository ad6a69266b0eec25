import type { AnalyticsEvent } from '@kassa/contract';
import { useFormEvents } from '../../form/use-form-events.ts';
import { useSession } from '../../session/session.ts';
import { sendAnalytics, sendFieldErrors } from '../../telemetry/analytics.ts';

type Details = Partial<
  Pick<
    AnalyticsEvent,
    'button_name' | 'field_name' | 'form_type' | 'submit_amount' | 'withdrawal_method'
  >
>;

const ofWithdrawal = { event_category: 'withdrawal' } as const;

/** Sends a withdrawal's analytics events (§7), each with the whole payload of §3. */
export function useWithdrawalAnalytics() {
  const session = useSession();
  return {
    send: (event: AnalyticsEvent['event'], details: Details = {}) =>
      sendAnalytics(session, { ...ofWithdrawal, event, ...details }),
    sendInvalid: (formType: string, fieldNames: readonly string[]) =>
      sendFieldErrors(session, { ...ofWithdrawal, formType, fieldNames }),
  };
}

/** Reports the events of a withdrawal's form. */
export function useWithdrawalFormAnalytics(form: { formType: string; buttonName: string }) {
  return useFormEvents(useWithdrawalAnalytics(), form);
}
