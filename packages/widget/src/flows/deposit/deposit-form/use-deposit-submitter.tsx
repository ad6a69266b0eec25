import { chargedSum, type FieldDefinition, type PaymentMethod } from '@kassa/contract';
import { isAskedFor } from '../../../features/bonus/bonus.machine.ts';
import { useBonus } from '../../../features/bonus/use-bonus.ts';
import { useRenewedPackages } from '../../../features/coin-package/renew-packages.ts';
import { useChosenBox } from '../../../features/coin-package/use-chosen-box.ts';
import { PaymentLink } from '../../../features/payment-link/payment-link.tsx';
import { brandOf, canDraw, isWalletOnly } from '../../../features/wallet-button/drawn-wallet.ts';
import type { Wallet } from '../../../features/wallet-button/wallet-button.tsx';
import type { FormControls, FormSubmission } from '../../../form/form-controls.ts';
import type { Submitter, SubmitterTurn } from '../../../form/submitter.ts';
import { resolveName, useMoney, useText } from '../../../i18n/text.ts';
import { useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { reportFirstSubmit } from '../../../telemetry/submit-delay.ts';
import { Icon } from '../../../ui/icon.tsx';
import { TakesFocus } from '../../../ui/takes-focus.tsx';
import { useIsHydrated } from '../../../ui/use-is-hydrated.ts';
import { continuationOf, type DepositState, isCreating, isWaiting } from '../deposit.machine.ts';
import type { Continuation, DepositOrder } from '../deposit-attempt.ts';
import { isPeerToPeer } from '../method-kinds.ts';
import { opensPopup } from '../next-page.ts';
import { orderOfBox } from '../order-of-box.ts';
import type { DepositControls } from '../use-deposit.ts';
import { DuplicateQuestion } from './duplicate-question.tsx';
import type { FormKind, Purchase } from './form-kind.ts';
import { isNoneFree } from './none-free.tsx';

interface SubmittedDeposit {
  kind: FormKind;
  method: PaymentMethod;
  currency: string;
  deposit: DepositControls;
  /** The initial fields of the form, where they aren't the method's own. */
  definitions: readonly FieldDefinition[] | undefined;
  /** The saved details that the player chose instead of typing them. */
  detailsId: string | null;
  purchase?: Purchase | undefined;
}

/**
 * Provides the submitter of a deposit's form: it creates the deposit and opens its provider's page.
 */
export function useDepositSubmitter(submitted: SubmittedDeposit): Submitter {
  const { method, deposit, definitions } = submitted;
  const { bridge } = useSession();
  const buildOrder = useOrder(submitted);
  const describeWords = useSubmitWords(submitted);
  const turn = useTurn(submitted);
  const continues = continuationOf(deposit.state);
  useRenewedPackages(deposit.state.kind === 'idle' ? deposit.state.failure : null);
  const wallet = useWallet(submitted);
  const duplicate = deposit.state.kind === 'idle' ? deposit.state.duplicate : undefined;
  return {
    turn,
    onPress: () => reportFirstSubmit(bridge),
    submit: (submission, { isConfirmed }) =>
      deposit.submit({ ...buildOrder(submission, continues), isAnother: isConfirmed }),
    ask: ({ value }, confirm) =>
      duplicate !== undefined &&
      value === duplicate.amount && (
        <DuplicateQuestion
          first={duplicate}
          method={method}
          onAnother={confirm}
          onLeave={deposit.leaveQuestion}
        />
      ),
    dismissFailure: deposit.dismissFailure,
    describeButton: (amount) => ({
      words: describeWords(amount),
      icon: wallet === 'ours' && <Icon id={method.iconIds[0]} name={method.name} size="small" />,
      wallet: typeof wallet === 'object' ? wallet : undefined,
    }),
    addedFields: continues?.fields === definitions ? undefined : continues?.fields,
  };
}

/** Returns a function that builds the order of a valid form, with its bonus (§4 Bonus). */
function useOrder({ method, currency, purchase, detailsId }: SubmittedDeposit) {
  const { active, evaluate } = useBonus();
  const { group } = useSearch();
  const box = useChosenBox();
  return (submission: FormSubmission, continues: Continuation | null): DepositOrder => {
    const { amount, isFromChip, fields } = submission;
    const buyerCountry = purchase?.buyerCountry;
    const base = { paymentType: method.name, group, currency, buyerCountry, isFromChip };
    if (continues !== null) {
      // Earlier values stay as they are: the server would reject them now.
      const asked = continues.fields.map(({ name }) => [name, fields[name]]);
      return {
        ...base,
        amount: continues.amount,
        fields: Object.fromEntries(asked.filter(([, value]) => value !== undefined)),
        isActivatedBonus: false,
      };
    }
    const details = { fields, ...(detailsId !== null && { detailsId }) };
    if (box !== null) return { ...base, ...details, ...orderOfBox(box) };
    const isActivatedBonus = isAskedFor(evaluate({ method, amount, currency }));
    return {
      ...base,
      amount,
      ...details,
      isActivatedBonus,
      bonusId: isActivatedBonus ? active?.id : undefined,
    };
  };
}

function useTurn({ kind, method, deposit }: SubmittedDeposit): SubmitterTurn {
  const text = useText();
  const { state, cancel, openedLink } = deposit;
  if (state.kind === 'idle') {
    // It stays above the button, with another method: a snackbar would disappear.
    return { kind: 'player', failure: isNoneFree(state.failure) ? null : state.failure };
  }
  if (isCreating(state)) {
    if (!isWaiting(state)) return { kind: 'submitter', words: '' };
    const words = text(opensPopup(method) ? 'deposit.opening' : 'deposit.creating');
    return { kind: 'submitter', words, onCancel: isPeerToPeer(method) ? cancel : undefined };
  }
  if (state.kind === 'finished') return { kind: 'over', instead: null };
  const instead = (
    <>
      {kind.BeforeLink !== undefined && <kind.BeforeLink depositId={state.depositId} />}
      <TakesFocus>
        <PaymentLink depositId={state.depositId} redirect={state.redirect} onOpen={openedLink}>
          {text(kind.link?.words ?? describeLink(state.why))}
        </PaymentLink>
      </TakesFocus>
    </>
  );
  return { kind: 'over', instead };
}

function describeLink(why: Extract<DepositState, { kind: 'offeringLink' }>['why']) {
  return why === 'blocked' ? 'deposit.blocked.open' : 'deposit.continue.button';
}

/**
 * Returns the wallet whose owner prescribes the button, or `ours` for a button of ours with the
 * wallet's name. Undefined where the button is that of every method: Apple and Google allow neither
 * their name nor their mark on a button that isn't theirs.
 */
function useWallet({ method, deposit: { state } }: SubmittedDeposit): Wallet | 'ours' | undefined {
  const { bridge, locale } = useSession();
  const isHydrated = useIsHydrated();
  if (!isWalletOnly(method) || continuationOf(state) !== null) return undefined;
  const brand = brandOf(method);
  if (brand === null) return 'ours';
  // The server knows no device.
  return isHydrated && canDraw(brand, bridge)
    ? { brand, name: resolveName(method.text, locale.tag) }
    : undefined;
}

function useSubmitWords({ kind, method, deposit: { state }, currency }: SubmittedDeposit) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const box = useChosenBox();
  return ({ value, isValid }: FormControls['amount']): string => {
    if (isWaiting(state) && opensPopup(method)) return text('deposit.opening');
    if (continuationOf(state) !== null) return text('deposit.moreDetails.submit');
    if (kind.submit !== undefined) return text(kind.submit);
    if (isWalletOnly(method) && brandOf(method) === null) {
      return text('deposit.payWith', { wallet: resolveName(method.text, locale.tag) });
    }
    if (box !== null) {
      const sum = chargedSum(method, box.price, currency);
      return text('package.pay', { amount: money(sum, currency) });
    }
    if (!isValid) return text('deposit.submitEmpty');
    return text('deposit.submit', { amount: money(chargedSum(method, value, currency), currency) });
  };
}
