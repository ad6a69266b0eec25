import type { Invoice, UnifiedForm } from '@kassa/contract';
import type { ReactNode } from 'react';
import { PaymentCodeCard, useIsAtDesk } from '../../../../features/qr/payment-code-card.tsx';
import { TransferSheet } from '../transfer/transfer-sheet.tsx';
import { wordsOfCode, wordsOfDetails } from '../transfer/transfer-words.ts';
import type { CreatedDeposit } from '../use-created-deposit.ts';
import type { CreatedPayment } from '../use-created-payment.ts';
import { useTaken } from '../use-taken.ts';
import { InstructionCard } from './instruction-card.tsx';
import { InvoiceNotices, MethodSupport } from './invoice-notices.tsx';
import { type InvoicePartsOptions, useInvoiceParts } from './use-invoice-parts.tsx';

interface InvoicePaymentProps extends Omit<CreatedPayment, 'isOver'>, InvoicePartsOptions {
  created: CreatedDeposit<UnifiedForm | Invoice>;
  /** What a kind adds at the top, below the details, right above the button, and to the guide. */
  top?: ReactNode;
  belowDetails?: ReactNode;
  aboveButton?: ReactNode;
  guide?: ReactNode;
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
  const { created, guide = null } = props;
  const { deposit, step, method } = created;
  const { code, amount, instruction } = step;
  const { requisites, canComplete, form, isFailureShown, renderFooter } = useInvoiceParts(props);
  const details = useTaken(deposit);
  const isAtDesk = useIsAtDesk();
  const hasGuide = guide !== null || instruction !== null;
  return (
    <TransferSheet
      {...props}
      details={details}
      words={code === null ? wordsOfDetails : wordsOfCode(code, codeWords, isAtDesk)}
      amount={amount}
      processing={'processing' in step ? step.processing : null}
      requisites={requisites}
      invoice={created}
      code={code && <PaymentCodeCard code={code} words={codeWords} onUse={details.handleUse} />}
      belowDetails={
        <>
          {props.belowDetails}
          {requisites?.length !== 0 && <InvoiceNotices method={method} />}
        </>
      }
      form={form}
      guide={
        hasGuide && (
          <>
            <InstructionCard instruction={instruction} />
            {guide}
          </>
        )
      }
      support={<MethodSupport method={method} currency={deposit.currency} />}
      canCancel={step.buttons.includes('cancel')}
      isFailureShown={isFailureShown}
      button={canComplete ? renderFooter({ isTaken: details.taken !== null }) : null}
    />
  );
}
