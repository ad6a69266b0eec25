import type { AnalyticsEvent } from '@kassa/contract';
import { useFormEvents } from '../../form/use-form-events.ts';
import { useSession } from '../../session/session.ts';
import { sendAnalytics, sendFieldErrors } from '../../telemetry/analytics.ts';

type Details = Partial<
  Pick<AnalyticsEvent, 'button_name' | 'field_name' | 'form_type' | 'submit_amount'>
>;

/**
 * Sends a deposit's analytics events (§7).
 * @param currency - the deposit's; by default the currency of the offered methods
 */
export function useDepositAnalytics(currency?: string) {
  const session = useSession();
  const payload = currency === undefined ? {} : { currency };
  return {
    send: (event: AnalyticsEvent['event'], details: Details = {}) =>
      sendAnalytics(session, { ...payload, event, ...details }),
    /** Reports the invalid fields of a form. */
    sendInvalid: (formType: string, fieldNames: readonly string[]) =>
      sendFieldErrors(session, { ...payload, formType, fieldNames }),
  };
}

interface FormFacts {
  /** The form's name in analytics. */
  formType: string;
  /** The name of its button in analytics. */
  buttonName: 'deposit' | 'paid' | 'claim';
  /** The currency that the player pays in. */
  currency: string;
  /** False where there are no fields, and no form shows. */
  isShown?: boolean;
}

/** Reports the events of a deposit's form. */
export function useFormAnalytics({ currency, ...form }: FormFacts) {
  const events = useDepositAnalytics(currency);
  return {
    ...useFormEvents(events, form),
    /**
     * The fields beside a payment were sent. A deposit's own submission also reports its amount.
     */
    submit: () => events.send('submit', { form_type: form.formType }),
  };
}
