import type { Money, Requisite, UnifiedForm } from '@kassa/contract';
import type { ReactNode } from 'react';
import { UsedContext } from '../../../../features/copy/used-context.ts';
import {
  LoadingRows,
  RequisiteList,
  RequisiteRows,
} from '../../../../features/requisites/requisite-list.tsx';
import { useText } from '../../../../i18n/text.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Screen } from '../../../../ui/screen.tsx';
import { CancelPayment } from '../cancel-payment.tsx';
import { OtherDevice } from '../other-device.tsx';
import { PaymentFailure } from '../payment-failure.tsx';
import { ProviderLink } from '../provider-link.tsx';
import { InvoiceTools } from '../saved-sheet/invoice-tools.tsx';
import { SupportReference } from '../support-reference.tsx';
import type { CreatedDeposit } from '../use-created-deposit.ts';
import type { CreatedPayment } from '../use-created-payment.ts';
import type { TakenDetails } from '../use-taken.ts';
import { AmountCard } from './amount-card.tsx';
import { LoadingNumber, NumberCard } from './number-card.tsx';
import { splitDetails } from './split-details.ts';
import { TransferMore } from './transfer-more.tsx';
import { TransferSteps, type TransferWords } from './transfer-steps.tsx';
import { TimeBar, TimeLine } from './transfer-time.tsx';

interface TransferSheetProps extends Omit<CreatedPayment, 'isOver'> {
  created: CreatedDeposit<unknown>;
  /** How the player takes the details along. */
  details: TakenDetails;
  words: TransferWords;
  /** The sum to pay, where it isn't the deposit's own. */
  amount?: Money;
  /** What the payment is processed with, where the provider says so. */
  processing?: Money | null;
  /** Everything to pay by beside a code; null while it is being decrypted. */
  requisites?: readonly Requisite[] | null;
  /** The details can be saved and moved to another device. */
  invoice?: CreatedDeposit<UnifiedForm> | null;
  /** The code to pay by. */
  code?: ReactNode;
  /** What a kind adds at the top, below the details, and right above the button. */
  top?: ReactNode;
  belowDetails?: ReactNode;
  aboveButton?: ReactNode;
  /** What the player fills in after the payment. */
  form?: ReactNode;
  /** How to pay, in more words, and the operator's support; they are folded. */
  guide?: ReactNode;
  support?: ReactNode;
  canCancel?: boolean;
  isFailureShown?: boolean;
  /** The button that confirms the payment; null where there is nothing to press. */
  button: ReactNode;
}

/**
 * Every payment by a transfer, on one sheet: the sum, what to pay by, the steps that tick
 * themselves, and the button that confirms the payment. Bank and recipient are below, the rest is
 * folded.
 */
export function TransferSheet(props: TransferSheetProps) {
  const { created, details, payment, requisites = [], invoice = null, button } = props;
  const text = useText();
  const { deposit, method } = created;
  const { charged, amount: asked, currency } = deposit;
  const { amount = { amount: charged ?? asked, currency }, processing = null } = props;
  const { number, scheme, references, rest } = splitDetails(requisites ?? []);
  const hasDetails = requisites !== null && requisites.length > 0;
  const { kind } = payment.word;
  return (
    <UsedContext value={details.noteTaken}>
      <TimeBar {...props} />
      <Screen
        layout="form"
        isBusy={requisites === null}
        footer={
          requisites === null ? undefined : (
            <>
              {props.aboveButton}
              <TimeLine deadlineMs={props.deadlineMs} />
              {button}
            </>
          )
        }
      >
        {props.isFailureShown !== false && <PaymentFailure payment={payment} />}
        {props.top}
        <AmountCard
          deposit={deposit}
          method={method}
          amount={amount}
          processing={processing}
          isTyped={requisites?.length !== 0}
        />
        {props.code}
        {requisites === null && <LoadingNumber />}
        {number !== null && (
          <NumberCard
            number={number}
            scheme={scheme}
            references={references}
            isNext={details.taken === null && !props.code}
          />
        )}
        {number === null && references.length > 0 && (
          <RequisiteList>
            <RequisiteRows requisites={references} />
          </RequisiteList>
        )}
        <ProviderLink {...created} />
        <TransferSteps
          words={props.words}
          method={method}
          taken={details.taken}
          isClaimed={kind === 'completing' || deposit.isReported === true}
          isSeen={props.isArrived}
        />
        {(requisites === null || rest.length > 0) && (
          <RequisiteList>
            {requisites === null ? (
              <LoadingRows count={usualRows} />
            ) : (
              <RequisiteRows requisites={rest} />
            )}
          </RequisiteList>
        )}
        {props.belowDetails}
        {props.form}
        {button === null && <Notice glyph="clock">{text('payment.byItself')}</Notice>}
        {invoice !== null && hasDetails && <OtherDevice deposit={deposit} />}
        {requisites !== null && (
          <TransferMore
            guide={props.guide}
            tools={
              invoice !== null &&
              hasDetails && (
                <InvoiceTools
                  created={invoice}
                  requisites={requisites}
                  deadlineMs={props.deadlineMs}
                />
              )
            }
            reference={
              // Of two references to copy the player might send the wrong one.
              !requisites.some(({ value }) => value.includes(deposit.reference)) && (
                <SupportReference deposit={deposit} />
              )
            }
            support={props.support}
          />
        )}
        {props.canCancel !== false && <CancelPayment payment={payment} />}
      </Screen>
    </UsedContext>
  );
}

/** As many further rows as most accounts have: bank, recipient. */
const usualRows = 2;
