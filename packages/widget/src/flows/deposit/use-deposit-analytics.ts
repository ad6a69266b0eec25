import type { AnalyticsEvent } from '@kassa/contract';
import { useEffect, useRef } from 'react';
import { useSession } from '../../session/session.ts';
import { sendAnalytics, sendFieldErrors } from '../../telemetry/analytics.ts';

type Details = Partial<
  Pick<AnalyticsEvent, 'button_name' | 'field_name' | 'form_type' | 'submit_amount'>
>;

/**
 * Sends a deposit's analytics events (§7).
 * @param currency - the deposit's; before there is one, what the methods are offered in
 */
export function useDepositAnalytics(currency?: string) {
  const session = useSession();
  const payload = currency === undefined ? {} : { currency };
  return {
    send: (event: AnalyticsEvent['event'], details: Details = {}) =>
      sendAnalytics(session, { ...payload, event, ...details }),
    /** The fields of a form that hold something invalid. */
    sendInvalid: (formType: string, fieldNames: readonly string[]) =>
      sendFieldErrors(session, { ...payload, formType, fieldNames }),
  };
}

interface FormFacts {
  /** Its name in the analytics. */
  formType: string;
  /** That of its button. */
  buttonName: 'deposit' | 'paid';
  /** What is paid in. */
  currency: string;
  /** False where nothing is asked for, and no form stands there. */
  isShown?: boolean;
}

/** Sends what befalls a form: it was seen, each field was touched, it was submitted with faults. */
export function useFormAnalytics({ formType, buttonName, currency, isShown = true }: FormFacts) {
  const { send, sendInvalid } = useDepositAnalytics(currency);
  const touched = useRef(new Set<string>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form is seen once, when it comes up
  useEffect(() => {
    if (isShown) send('form_view', { form_type: formType });
  }, [isShown]);
  return {
    /** A field was typed in, or something was chosen for it; each is told once. */
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
    /** What is filled in beside a payment is sent; a deposit's own submission says its amount as well. */
    submit: () => send('submit', { form_type: formType }),
  };
}
