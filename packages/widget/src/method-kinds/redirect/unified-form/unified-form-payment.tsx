import type { Instruction, UnifiedForm } from '@kassa/contract';
import { PaymentCodeCard } from '../../../features/qr/payment-code-card.tsx';
import { resolveProviderText } from '../../../features/requisites/requisite-list.tsx';
import { CancelPayment } from '../../../flows/deposit/created/cancel-payment.tsx';
import { OtherDevice } from '../../../flows/deposit/created/other-device.tsx';
import { PaymentFacts } from '../../../flows/deposit/created/payment-facts.tsx';
import { PaymentFailure } from '../../../flows/deposit/created/payment-failure.tsx';
import { PaymentFooter } from '../../../flows/deposit/created/payment-footer.tsx';
import { PaymentHead } from '../../../flows/deposit/created/payment-head.tsx';
import { ProviderLink } from '../../../flows/deposit/created/provider-link.tsx';
import { Steps } from '../../../flows/deposit/created/steps.tsx';
import { useCodeUse } from '../../../flows/deposit/created/use-code-use.ts';
import type { CreatedDeposit } from '../../../flows/deposit/created/use-created-deposit.ts';
import type { CreatedPayment } from '../../../flows/deposit/created/use-created-payment.ts';
import { PaymentForm } from '../../../form/payment-form.tsx';
import { useRefusedField } from '../../../form/refused-field.ts';
import { useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useInvoiceForm } from './use-invoice-form.ts';

interface UnifiedFormPaymentProps extends Omit<CreatedPayment, 'isOver'> {
  created: CreatedDeposit<UnifiedForm>;
}

const formId = 'unified-form';

const codeWords = {
  picture: 'code.picture',
  code: 'code.code',
  copy: 'code.copy',
  scan: 'code.scan',
  app: 'code.app',
} as const;

/** A payment by details or a code, with the fields that its provider asks for. */
export function UnifiedFormPayment({ created, payment, ...time }: UnifiedFormPaymentProps) {
  const text = useText();
  const { deposit, step, method } = created;
  const { code, instruction, requisites, amount, inputFields, buttons } = step;
  const canComplete = buttons.includes('complete');
  const hasForm = inputFields.length > 0 && canComplete;
  const isDisabled = payment.word.kind !== 'none';
  const form = useInvoiceForm(created, { isShown: hasForm, isDisabled });
  const failure = payment.word.kind === 'none' ? payment.word.failure : null;
  const isFailureShown = useRefusedField(form, failure, payment.dismissFailure);
  const { isUsed, markUsed } = useCodeUse(code, deposit);
  // Fields to fill in can't be sent by a slip.
  const hasPaid = canComplete && (isUsed || hasForm);

  // A code comes first: it is used at once, and its picture is not below the footer.
  const steps = <InstructionCard instruction={instruction} />;

  async function handleSubmit() {
    const submission = await form.submit();
    if (submission !== null) payment.complete(submission.fields);
  }

  return (
    <Screen
      layout="form"
      footer={
        hasPaid ? (
          <PaymentFooter payment={payment} form={hasForm ? { id: formId, ...form } : undefined} />
        ) : undefined
      }
    >
      {isFailureShown && <PaymentFailure payment={payment} />}
      <PaymentHead method={method} time={time} />
      {code === null && steps}
      {code !== null && <PaymentCodeCard code={code} words={codeWords} onUse={markUsed} />}
      <ProviderLink {...created} />
      <PaymentFacts deposit={deposit} amount={amount} requisites={requisites} />
      {requisites.length > 0 && <OtherDevice deposit={deposit} />}
      {code !== null && steps}
      {requisites.length > 0 && <Notice tone="warn">{text('payment.exact')}</Notice>}
      {hasForm && <PaymentForm form={form} id={formId} onSubmit={handleSubmit} />}
      {!canComplete && <Notice glyph="clock">{text('payment.byItself')}</Notice>}
      {buttons.includes('cancel') && <CancelPayment payment={payment} />}
    </Screen>
  );
}

function InstructionCard({ instruction }: { instruction: Instruction | null }) {
  const text = useText();
  const { locale } = useSession();
  if (instruction === null) return null;
  const title = text('payment.steps');
  if ('text' in instruction) {
    const paragraphs = resolveProviderText(instruction.text, locale.tag).split(/\n+/);
    return <Steps title={title} steps={paragraphs} isPlain />;
  }
  const steps = [...instruction.steps].sort((a, b) => a.stepNumber - b.stepNumber);
  const words = steps.map(({ stepInstruction }) =>
    resolveProviderText(stepInstruction, locale.tag),
  );
  return <Steps title={title} steps={words} />;
}
