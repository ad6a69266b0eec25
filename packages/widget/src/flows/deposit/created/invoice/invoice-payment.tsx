import type { Invoice, UnifiedForm } from '@kassa/contract';
import type { ReactNode } from 'react';
import { UsedContext } from '../../../../features/copy/used-context.ts';
import { PaymentCodeCard } from '../../../../features/qr/payment-code-card.tsx';
import { useText } from '../../../../i18n/text.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Screen } from '../../../../ui/screen.tsx';
import { CancelPayment } from '../cancel-payment.tsx';
import { OtherDevice } from '../other-device.tsx';
import { PaymentFacts } from '../payment-facts.tsx';
import { PaymentFailure } from '../payment-failure.tsx';
import { PaymentHead } from '../payment-head.tsx';
import { ProviderLink } from '../provider-link.tsx';
import { useCodeUse } from '../use-code-use.ts';
import type { CreatedDeposit } from '../use-created-deposit.ts';
import type { CreatedPayment } from '../use-created-payment.ts';
import { InstructionCard } from './instruction-card.tsx';
import { InvoiceNotices, SupportLink } from './invoice-notices.tsx';
import { InvoiceTools } from './invoice-tools.tsx';
import { resolveSum } from './resolve-sum.ts';
import { type InvoicePartsOptions, useInvoiceParts } from './use-invoice-parts.tsx';

interface InvoicePaymentProps extends Omit<CreatedPayment, 'isOver'>, InvoicePartsOptions {
  created: CreatedDeposit<UnifiedForm | Invoice>;
  /** What a kind adds at the top, below the details, and right above the button. */
  top?: ReactNode;
  belowDetails?: ReactNode;
  aboveButton?: ReactNode;
}

const codeWords = {
  picture: 'code.picture',
  code: 'code.code',
  copy: 'code.copy',
  scan: 'code.scan',
  app: 'code.app',
} as const;

/** A payment by details or a code, with the fields that its provider asks for. */
export function InvoicePayment(props: InvoicePaymentProps) {
  const { created, payment, payee = [] } = props;
  const text = useText();
  const { deposit, step, method } = created;
  const { code, amount, buttons } = step;
  const { requisites, canComplete, form, isFailureShown, renderFooter } = useInvoiceParts(props);
  // An account beside the code is payable without it.
  const hasAccount = payee === null || payee.length > 0;
  const { isUsed, isTaken, noteTaken, handleUse } = useCodeUse(hasAccount ? null : code, deposit);
  // Fields to fill in can't be sent by a slip. Nobody has paid before the account is there.
  const hasPaid = canComplete && (isUsed || form !== null) && requisites !== null;
  const hasOtherSum = resolveSum(deposit, amount).asked !== null;

  const codeCard = code !== null && (
    <PaymentCodeCard code={code} words={codeWords} onUse={handleUse} key="code" />
  );
  const facts = (
    <PaymentFacts
      deposit={deposit}
      amount={amount}
      processing={'processing' in step ? step.processing : null}
      requisites={requisites}
      key="facts"
    />
  );
  const footer = (
    <>
      {props.aboveButton}
      {renderFooter({ isTaken })}
    </>
  );
  const steps = <InstructionCard instruction={step.instruction} />;

  return (
    <UsedContext value={noteTaken}>
      <Screen layout="form" isBusy={requisites === null} footer={hasPaid ? footer : undefined}>
        {isFailureShown && <PaymentFailure payment={payment} />}
        {props.top}
        <PaymentHead method={method} time={props} />
        {code === null && steps}
        {/* A code is used at once, but not before the player has read of another sum. */}
        {hasOtherSum ? [facts, codeCard] : [codeCard, facts]}
        {props.belowDetails}
        <ProviderLink {...created} />
        {requisites !== null && requisites.length > 0 && (
          <>
            <InvoiceTools created={created} requisites={requisites} deadlineMs={props.deadlineMs} />
            <OtherDevice deposit={deposit} />
          </>
        )}
        {code !== null && steps}
        {requisites?.length !== 0 && <InvoiceNotices method={method} hasOtherSum={hasOtherSum} />}
        {form}
        {!canComplete && <Notice glyph="clock">{text('payment.byItself')}</Notice>}
        <SupportLink method={method} currency={deposit.currency} />
        {buttons.includes('cancel') && <CancelPayment payment={payment} />}
      </Screen>
    </UsedContext>
  );
}
