import type { ReactNode } from 'react';
import type { FormControls } from './form-controls.ts';

interface PaymentFormProps {
  form: FormControls;
  /** For a button that stands outside of it. */
  id: string;
  /** The player pressed the button or the enter key: judge the form by `form.submit()`. */
  onSubmit: () => void;
  /** Between the fields and the button: the bonus, the summary. */
  children?: ReactNode;
}

/** All fields of a payment form, in order, with what is wrong below each (§2 "Payment form"). */
export function PaymentForm({ children }: PaymentFormProps) {
  return children;
}
