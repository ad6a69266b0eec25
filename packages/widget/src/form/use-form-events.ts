import type { AnalyticsEvent } from '@kassa/contract';
import { useEffect, useRef } from 'react';
import type { FormAnalytics } from './form-controls.ts';

interface FormFacts {
  /** The form's name in analytics. */
  formType: string;
  /** The name of its button in analytics. */
  buttonName: string;
  /** False where there are no fields, and no form shows. */
  isShown?: boolean | undefined;
}

/** Sends the events of one flow, with the flow's own payload. */
interface FlowEvents {
  send: (
    event: 'form_view' | 'input_field' | 'select_field' | 'button',
    details: Pick<AnalyticsEvent, 'form_type' | 'field_name' | 'button_name'>,
  ) => void;
  /** Reports the invalid fields of a form. */
  sendInvalid: (formType: string, fieldNames: readonly string[]) => void;
}

/**
 * Reports a form's events (§7): it was shown, a field was touched, its button was pressed with
 * invalid fields.
 */
export function useFormEvents(
  { send, sendInvalid }: FlowEvents,
  { formType, buttonName, isShown = true }: FormFacts,
): FormAnalytics {
  const touched = useRef(new Set<string>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's view is reported once, when it comes up
  useEffect(() => {
    if (isShown) send('form_view', { form_type: formType });
  }, [isShown]);
  return {
    // Each field is reported once.
    touch: (fieldName, event) => {
      const key = `${event}:${fieldName}`;
      if (touched.current.has(key)) return;
      touched.current.add(key);
      send(event, { field_name: fieldName, form_type: formType });
    },
    press: (invalid) => {
      send('button', { button_name: buttonName, form_type: formType });
      sendInvalid(formType, invalid);
    },
  };
}
