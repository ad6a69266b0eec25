import type { Decimal, FieldDefinition, PaymentMethod, PayoutBank } from '@kassa/contract';
import { type ReactNode, useState } from 'react';
import { SavedDetails } from '../../../features/saved-details/saved-details.tsx';
import { draftNameOf } from '../../../form/keep-amount.ts';
import { SubmitForm } from '../../../form/submit-form.tsx';
import { useForm } from '../../../form/use-form.ts';
import type { MessageKey } from '../../../i18n/text.ts';
import type { Target } from '../../../routing/route.ts';
import { useNavigate, usePlace } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { useClosedSubmitter } from '../../deposit/deposit-form/closed-form.tsx';
import type { Closure } from '../../deposit/use-chosen-method.ts';
import { keptOrderOf } from '../kept-withdrawal.ts';
import { useBalance } from '../use-balance.ts';
import { useWithdrawalFormAnalytics } from '../use-withdrawal-analytics.ts';
import { useWithdrawalLimits } from '../withdrawals.queries.ts';
import { AccountName, useNameEnquiry } from './name-enquiry.tsx';
import { narrowByBalance } from './narrow-by-balance.ts';
import { SameWithdrawal } from './same-withdrawal.tsx';
import { useOrdering } from './use-ordering.ts';
import { useWithdrawalSubmitter } from './use-withdrawal-submitter.tsx';
import { WithdrawalFormHeader } from './withdrawal-form-header.tsx';
import { WithdrawalNote } from './withdrawal-note.tsx';
import { WithdrawalSummary } from './withdrawal-summary.tsx';

export interface WithdrawalFormProps {
  method: PaymentMethod;
  currency: string;
  /** ISO 3166-1 in lower case. */
  country: string;
  /** Why no withdrawal may begin. */
  closure: Closure | null;
  /** The screen of this form. */
  form: Target;
  /** The bank that the player has chosen from the list of banks. */
  bank?: PayoutBank | undefined;
  payout?: Payout | undefined;
}

/** What is paid out, where it isn't money of the account's balance. */
export interface Payout {
  /** What can be paid out of it; null while it is unknown. */
  balance: Decimal | null;
  /** The text where that is below the lowest amount `min`. */
  tooLow: MessageKey;
  /** The content above the method. */
  head: ReactNode;
  /** Stands in the place of the button while nothing can be ordered; null for the button. */
  refusal: ReactNode;
  /** Returns what follows from an amount. */
  showSummary: (amount: Decimal, method: PaymentMethod) => ReactNode;
}

/** The field that the list of banks fills in. */
const bankField = 'bank';

const formId = 'withdrawal-form';

/** The form of a withdrawal. Its button asks what the withdrawal would bring, and leads on. */
export function WithdrawalForm(props: WithdrawalFormProps) {
  const { method, currency, country, closure, bank, payout } = props;
  const session = useSession();
  const { locale } = session;
  const navigate = useNavigate();
  const [detailsId, setDetailsId] = useKeptDetails(method, bank);
  const ofAccount = useBalance(currency);
  const balance = payout === undefined ? ofAccount : payout.balance;
  const { limits: known, allowance: own } = useWithdrawalLimits(method, currency, country);
  const { limits, allowance, everything, isTooLow } = narrowByBalance({
    method,
    currency,
    limits: known,
    allowance: own,
    balance,
  });
  const draftName = draftNameOf(method, currency) + (bank === undefined ? '' : ` ${bank.code}`);
  const [isReturning] = useState(() => keptOrderOf(session)?.order.paymentType === method.name);
  // What was typed before stays.
  const isFirstWanted = () =>
    detailsId === null &&
    !isReturning &&
    useSessionStore.getState().formDrafts[draftName] === undefined;
  const ordering = useOrdering({ method, currency, bank, form: props.form, draftName });
  const isAsking = ordering.state.kind === 'asking';
  // Only the card or account of a deposit will do.
  const needsDetails = method.paysToInstrument === true && detailsId === null;
  const definitions = listDefinitions(method, bank);
  const analytics = useWithdrawalFormAnalytics({ formType: 'withdrawal', buttonName: 'withdraw' });
  const form = useForm({
    method,
    definitions,
    currency,
    country,
    locale: locale.format,
    limits,
    allowance,
    everything,
    draftName,
    isAmountOnly: detailsId !== null || method.paysToInstrument === true,
    isDisabled: isAsking || needsDetails,
    analytics,
  });
  const enquiry = useNameEnquiry({ method, bank, form });
  const submitter = useClosedSubmitter(
    useWithdrawalSubmitter({
      id: formId,
      method,
      currency,
      form,
      ordering,
      detailsId,
      onChooseDetails: setDetailsId,
      fixedFields: bank === undefined ? {} : { [bankField]: bank.code },
      minimum: isTooLow ? limits.min : null,
      tooLow: payout?.tooLow,
      refusal: payout?.refusal,
      enquiry,
    }),
    { method, closure, list: 'Withdrawal list' },
  );
  return (
    <SubmitForm
      form={form}
      submitter={submitter}
      id={formId}
      isOneClick={false}
      header={
        <>
          {payout?.head}
          <WithdrawalFormHeader method={method} bank={bank} form={props.form} />
          {bank === undefined && (
            <SavedDetails
              method={method}
              chosen={detailsId}
              onChoose={setDetailsId}
              isDisabled={isAsking}
              isFirstWanted={isFirstWanted}
              onDeposit={() => navigate({ to: 'Deposit list' })}
            />
          )}
        </>
      }
      foot={<WithdrawalNote isHidden={form.loading.kind === 'loading'} />}
    >
      <AccountName enquiry={enquiry} form={form} />
      <SameWithdrawal method={method} currency={currency} amount={form.amount.value} />
      {payout?.showSummary(form.amount.value, method) ?? (
        <WithdrawalSummary
          method={method}
          currency={currency}
          amount={form.amount.value}
          balance={balance}
        />
      )}
    </SubmitForm>
  );
}

/**
 * The chosen saved details: those of the address, or of the order where the player comes back to
 * change it. The form of a bank from the list asks for another account.
 */
function useKeptDetails({ name }: PaymentMethod, bank: PayoutBank | undefined) {
  const session = useSession();
  const inAddress = usePlace()?.flags.details;
  return useState<string | null>(() => {
    if (bank !== undefined) return null;
    if (inAddress !== undefined) return inAddress;
    const order = keptOrderOf(session)?.order;
    return order?.paymentType === name ? (order.detailsId ?? null) : null;
  });
}

function listDefinitions(
  { fields = [] }: PaymentMethod,
  bank: PayoutBank | undefined,
): FieldDefinition[] {
  return bank === undefined ? [...fields] : fields.filter(({ name }) => name !== bankField);
}
