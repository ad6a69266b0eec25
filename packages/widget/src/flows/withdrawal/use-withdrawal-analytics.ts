import type { AnalyticsEvent } from '@kassa/contract';
import { useEffect, useRef } from 'react';
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

interface FormFacts {
  /** The form's name in analytics. */
  formType: string;
  /** The name of its button in analytics. */
  buttonName: string;
}

/** Reports a form's events: it was shown, a field was touched, it was sent with invalid fields. */
export function useWithdrawalFormAnalytics({ formType, buttonName }: FormFacts) {
  const { send, sendInvalid } = useWithdrawalAnalytics();
  const touched = useRef(new Set<string>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's view is reported once, when it comes up
  useEffect(() => send('form_view', { form_type: formType }), []);
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
  };
}
