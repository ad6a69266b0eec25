import type { PaymentCode, Requisite, UnifiedForm } from '@kassa/contract';
import { type CodeUse, PaymentCodeCard } from '../../../../features/qr/payment-code-card.tsx';
import { plainRequisite } from '../../../../features/requisites/format-requisite.ts';
import { PaymentForm } from '../../../../form/payment-form.tsx';
import { useRefusedField } from '../../../../form/refused-field.ts';
import { useText } from '../../../../i18n/text.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Screen } from '../../../../ui/screen.tsx';
import { useDepositAnalytics } from '../../use-deposit-analytics.ts';
import { CancelPayment } from '../cancel-payment.tsx';
import { OtherDevice } from '../other-device.tsx';
import { PaymentFacts } from '../payment-facts.tsx';
import { PaymentFailure } from '../payment-failure.tsx';
import { PaymentFooter } from '../payment-footer.tsx';
import { PaymentHead } from '../payment-head.tsx';
import { ProviderLink } from '../provider-link.tsx';
import { useCodeUse } from '../use-code-use.ts';
import type { CreatedDeposit } from '../use-created-deposit.ts';
import type { CreatedPayment } from '../use-created-payment.ts';
import { InstructionCard } from './instruction-card.tsx';
import { InvoiceTools } from './invoice-tools.tsx';
import { resolveSum } from './resolve-sum.ts';
import { useInvoiceForm } from './use-invoice-form.ts';

interface InvoicePaymentProps extends Omit<CreatedPayment, 'isOver'> {
  created: CreatedDeposit<UnifiedForm>;
  /** The account to pay into, beside the requisites; null while it is being decrypted. */
  payee?: readonly Requisite[] | null;
  /** The form's name in analytics. */
  formType: 'unified_form' | 'host_to_host';
}

const formId = 'invoice-form';

const codeWords = {
  picture: 'code.picture',
  code: 'code.code',
  copy: 'code.copy',
  scan: 'code.scan',
  app: 'code.app',
} as const;

/** A payment by details or a code, with the fields that its provider asks for. */
export function InvoicePayment(props: InvoicePaymentProps) {
  const { created, payment, payee = [], formType, ...time } = props;
  const text = useText();
  const { deposit, step, method } = created;
  const { code, instruction, amount, inputFields, buttons } = step;
  const requisites = payee === null ? null : joinRequisites(payee, step.requisites);
  const canComplete = buttons.includes('complete');
  const hasForm = inputFields.length > 0 && canComplete;
  const isDisabled = payment.word.kind !== 'none';
  const form = useInvoiceForm(created, { formType, isShown: hasForm, isDisabled });
  const failure = payment.word.kind === 'none' ? payment.word.failure : null;
  const isFailureShown = useRefusedField(form, failure, payment.dismissFailure);
  const { isUsed, handleUse } = useInvoiceCode(created, payee);
  // Fields to fill in can't be sent by a slip. Nobody has paid before the account is there.
  const hasPaid = canComplete && (isUsed || hasForm) && requisites !== null;
  const hasOtherSum = resolveSum(deposit, amount).asked !== null;

  async function handleSubmit() {
    const submission = await form.submit();
    if (submission !== null) payment.complete(submission.fields);
  }

  const codeCard = code !== null && (
    <PaymentCodeCard code={code} words={codeWords} onUse={handleUse} key="code" />
  );
  const facts = (
    <PaymentFacts deposit={deposit} amount={amount} requisites={requisites} key="facts" />
  );
  const footer = (
    <PaymentFooter
      payment={payment}
      isPrimary={code === null}
      form={hasForm ? { id: formId, ...form } : undefined}
    />
  );
  const steps = <InstructionCard instruction={instruction} />;

  return (
    <Screen layout="form" isBusy={requisites === null} footer={hasPaid ? footer : undefined}>
      {isFailureShown && <PaymentFailure payment={payment} />}
      <PaymentHead method={method} time={time} />
      {code === null && steps}
      {/* A code is used at once, but not before the player has read of another sum. */}
      {hasOtherSum ? [facts, codeCard] : [codeCard, facts]}
      <ProviderLink {...created} />
      {requisites !== null && requisites.length > 0 && (
        <>
          <InvoiceTools created={created} requisites={requisites} deadlineMs={time.deadlineMs} />
          <OtherDevice deposit={deposit} />
        </>
      )}
      {code !== null && steps}
      {requisites?.length !== 0 && !hasOtherSum && (
        <Notice tone="warn">{text('payment.exact')}</Notice>
      )}
      {hasForm && <PaymentForm form={form} id={formId} onSubmit={handleSubmit} />}
      {!canComplete && <Notice glyph="clock">{text('payment.byItself')}</Notice>}
      {buttons.includes('cancel') && <CancelPayment payment={payment} />}
    </Screen>
  );
}

/** Joins the account with the provider's other details, each value once. */
function joinRequisites(
  payee: readonly Requisite[],
  requisites: readonly Requisite[],
): readonly Requisite[] {
  const known = new Set(payee.map(plainRequisite));
  return [...payee, ...requisites.filter((requisite) => !known.has(plainRequisite(requisite)))];
}

/** The names of the presses for analytics (§7). */
const buttonNames: Partial<Record<CodeUse, string>> = { copy: 'copy_code', link: 'open_app' };

/** Follows the use of the invoice's code. An account beside it is payable without the code. */
function useInvoiceCode(
  { deposit, step }: CreatedDeposit<{ code: PaymentCode | null }>,
  payee: readonly Requisite[] | null,
) {
  const analytics = useDepositAnalytics(deposit.currency);
  const hasAccount = payee === null || payee.length > 0;
  const { isUsed, markUsed } = useCodeUse(hasAccount ? null : step.code, deposit);
  const handleUse = (how: CodeUse) => {
    markUsed();
    const button_name = buttonNames[how];
    if (button_name !== undefined) analytics.send('button', { button_name });
  };
  return { isUsed, handleUse };
}
