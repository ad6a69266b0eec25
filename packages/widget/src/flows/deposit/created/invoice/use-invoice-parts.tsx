import type { Requisite, UnifiedForm } from '@kassa/contract';
import type { ReactNode } from 'react';
import { plainRequisite } from '../../../../features/requisites/format-requisite.ts';
import { PaymentForm } from '../../../../form/payment-form.tsx';
import { useRefusedField } from '../../../../form/refused-field.ts';
import { useText } from '../../../../i18n/text.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { PaymentFooter } from '../payment-footer.tsx';
import type { CreatedDeposit } from '../use-created-deposit.ts';
import type { CreatedPayment } from '../use-created-payment.ts';
import { buildConfirmationField, splitProof } from './confirmation-field.ts';
import { useInvoiceForm } from './use-invoice-form.ts';

export interface InvoicePartsOptions extends Pick<CreatedPayment, 'payment'> {
  created: CreatedDeposit<UnifiedForm>;
  /** The account to pay into, beside the requisites; null while it is being decrypted. */
  payee?: readonly Requisite[] | null;
  /** The form's name in analytics. */
  formType: 'unified_form' | 'host_to_host' | 'india' | 'p2p';
}

/** The parts of an invoice that do the same in every layout. */
interface InvoiceParts {
  /** All payment details, each once; null while the account is being decrypted. */
  requisites: readonly Requisite[] | null;
  /** The player may confirm the payment. */
  canComplete: boolean;
  /** The form with the fields that the provider asks for, and the confirmation id; null without any. */
  form: ReactNode;
  /** The confirmation failed for a reason that no field explains. */
  isFailureShown: boolean;
  /** The button that confirms the payment. */
  renderFooter: (options: { isTaken: boolean }) => ReactNode;
}

const formId = 'invoice-form';

/** Holds the form of an invoice, and sends it with the player's confirmation. */
export function useInvoiceParts(options: InvoicePartsOptions): InvoiceParts {
  const { created, payment, payee = [], formType } = options;
  const text = useText();
  const { inputFields, buttons, requisites } = created.step;
  const canComplete = buttons.includes('complete');
  const confirmation = buildConfirmationField(created.method);
  const asked = confirmation === null ? inputFields : [...inputFields, confirmation];
  const hasForm = asked.length > 0 && canComplete;
  const isDisabled = payment.word.kind !== 'none';
  const form = useInvoiceForm(created, asked, { formType, isShown: hasForm, isDisabled });
  const failure = payment.word.kind === 'none' ? payment.word.failure : null;
  const isFailureShown = useRefusedField(form, failure, payment.dismissFailure);

  async function handleSubmit() {
    const submission = await form.submit();
    if (submission !== null) payment.complete(splitProof(submission.fields, created.method));
  }

  return {
    requisites: payee === null ? null : joinRequisites(payee, requisites),
    canComplete,
    form: hasForm ? (
      <>
        {confirmation !== null && <Notice glyph="receipt">{text('payment.confirmationId')}</Notice>}
        <PaymentForm form={form} id={formId} onSubmit={handleSubmit} />
      </>
    ) : null,
    isFailureShown,
    renderFooter: ({ isTaken }) => (
      <PaymentFooter
        payment={payment}
        isTaken={isTaken}
        form={hasForm ? { id: formId, ...form } : undefined}
      />
    ),
  };
}

/** Joins the account with the provider's other details, each value once. */
function joinRequisites(
  payee: readonly Requisite[],
  requisites: readonly Requisite[],
): readonly Requisite[] {
  const known = new Set(payee.map(plainRequisite));
  return [...payee, ...requisites.filter((requisite) => !known.has(plainRequisite(requisite)))];
}
