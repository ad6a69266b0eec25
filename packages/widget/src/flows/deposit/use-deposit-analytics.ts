import type { AnalyticsEvent } from '@kassa/contract';
import { useEffect, useRef } from 'react';
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

/**
 * Reports a form's events: it was shown, a field was touched, it was submitted with invalid fields.
 */
export function useFormAnalytics({ formType, buttonName, currency, isShown = true }: FormFacts) {
  const { send, sendInvalid } = useDepositAnalytics(currency);
  const touched = useRef(new Set<string>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's view is reported once, when it comes up
  useEffect(() => {
    if (isShown) send('form_view', { form_type: formType });
  }, [isShown]);
  return {
    /** A field was typed in, or a value was chosen for it. Each field is reported once. */
    touch: (fieldName: string, event: 'input_field' | 'select_field') => {
      const key = `${event}:${fieldName}`;
      if (touched.current.has(key)) return;
      touched.current.add(key);
      send(event, { field_name: fieldName, form_type: formType });
    },
    /** The form's button was pressed; `invalid` names the fields that keep it from being sent. */
    press: (invalid: readonly string[]) => {
      send('button', { button_name: buttonName, form_type: formType });
      sendInvalid(formType, invalid);
    },
    /**
     * The fields beside a payment were sent. A deposit's own submission also reports its amount.
     */
    submit: () => send('submit', { form_type: formType }),
  };
}
