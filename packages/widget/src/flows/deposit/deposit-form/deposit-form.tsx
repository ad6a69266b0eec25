import {
  type Decimal,
  type FieldDefinition,
  methodLimits,
  type PaymentMethod,
  validateLimits,
} from '@kassa/contract';
import { type ReactNode, useState } from 'react';
import { useCaptcha } from '../../../features/captcha/use-captcha.tsx';
import { OrderCard } from '../../../features/coin-package/order-card.tsx';
import { PackageGone } from '../../../features/coin-package/package-gone.tsx';
import { PackageRefusal } from '../../../features/coin-package/package-refusal.tsx';
import { isOfPackage } from '../../../features/coin-package/renew-packages.ts';
import { type ChosenBox, useChosenBox } from '../../../features/coin-package/use-chosen-box.ts';
import type { Failure } from '../../../features/failure/failure.ts';
import { SavedDetails } from '../../../features/saved-details/saved-details.tsx';
import { SecurityRules } from '../../../features/security-rules/security-rules.tsx';
import { draftNameOf } from '../../../form/keep-amount.ts';
import { SubmitForm } from '../../../form/submit-form.tsx';
import type { Submitter } from '../../../form/submitter.ts';
import { useForm } from '../../../form/use-form.ts';
import { useNavigate } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { continuationOf, type DepositState, isCreating, unresolvedOf } from '../deposit.machine.ts';
import type { Continuation } from '../deposit-attempt.ts';
import { buildBankField } from '../payer-bank.ts';
import type { Closure } from '../use-chosen-method.ts';
import { type DepositControls, useDeposit } from '../use-deposit.ts';
import { useFormAnalytics } from '../use-deposit-analytics.ts';
import { useLimits } from '../use-limits.ts';
import { useClosedSubmitter } from './closed-form.tsx';
import styles from './deposit-form.module.css';
import { FormExtras } from './form-extras.tsx';
import { FormHeader } from './form-header.tsx';
import type { FormKind, Purchase } from './form-kind.ts';
import { CaptchaPlace, FormNote } from './form-note.tsx';
import { listDefinitions } from './list-definitions.ts';
import { isNoneFree, NoneFree } from './none-free.tsx';
import { useChosenDetails } from './use-chosen-details.ts';
import { useDepositSubmitter } from './use-deposit-submitter.tsx';

interface PaidForm {
  kind: FormKind;
  method: PaymentMethod;
  /** The currency that the player pays in. */
  currency: string;
  /** The country that the player pays from, ISO 3166-1 in lower case. */
  country: string;
  /** Why no new deposit may begin. */
  closure: Closure | null;
  purchase?: Purchase | undefined;
  /** The initial amount, where it isn't the method's own. */
  startAmount?: Decimal | undefined;
  /** The amount of the player's last deposit in the currency. */
  lastAmount?: Decimal | undefined;
}

interface DepositFormProps extends PaidForm {
  /** The existing deposit that is continued. */
  continues?: Continuation;
}

/** The form of a deposit, and the deposit's progress after a press of its button. */
export function DepositForm({ continues: begun, ...form }: DepositFormProps) {
  const captcha = useCaptcha();
  const { method, currency } = form;
  const deposit = useDeposit({ method, currency, captcha, continues: begun ?? null });
  const round = useRound(deposit.state);
  return (
    <FormOfRound
      // The key discards the fields of one deposit when it is over.
      key={round}
      {...form}
      deposit={deposit}
      definitions={round === 0 ? begun?.fields : undefined}
      captcha={captcha.element}
    />
  );
}

/** Counts the continued deposits that have ended. */
function useRound(state: DepositState): number {
  const isContinuing = continuationOf(state) !== null;
  const [rounds, setRounds] = useState({ isContinuing, ended: 0 });
  // A deposit that has gone on to its payment keeps the form as it is.
  const isAtForm = state.kind === 'idle' || isCreating(state);
  if (rounds.isContinuing !== isContinuing && isAtForm) {
    setRounds({ isContinuing, ended: rounds.ended + (isContinuing ? 0 : 1) });
  }
  return rounds.ended;
}

interface FormOfRoundProps extends PaidForm {
  /** The fields of the form; the method's own where this is left out. */
  definitions: readonly FieldDefinition[] | undefined;
  deposit: DepositControls;
  /** The captcha's status. */
  captcha: ReactNode;
}

/** The form of a method with its button, and the deposit's progress. */
function FormOfRound(props: FormOfRoundProps) {
  const { kind, method, currency, country, deposit, captcha } = props;
  const { state } = deposit;
  const details = useChosenDetails(method, state);
  const { detailsId } = details;
  const chosenBox = useChosenBox();
  // A continued deposit has its amount already.
  const box = props.definitions === undefined ? chosenBox : null;
  const form = useDepositForm({ ...props, detailsId, box });
  const isContinuing = continuationOf(state) !== null;
  // An existing deposit goes on.
  const isNew = state.kind === 'idle' && !isContinuing;
  // What was typed or sent before stays.
  const isFirstWanted = () => {
    const draftName = draftNameOfBox(method, box) ?? draftNameOf(method, currency);
    const typed = useSessionStore.getState().formDrafts[draftName] ?? {};
    return (
      detailsId === null &&
      isNew &&
      unresolvedOf(state) === null &&
      form.fields.every(({ key, definition }) => definition.type === 'amount' || !typed[key])
    );
  };
  const submitter = useClosedSubmitter(
    usePackageSubmitter(useDepositSubmitter({ ...props, detailsId }), isNew),
    { method, closure: isNew ? props.closure : null },
  );
  return (
    <SubmitForm
      form={form}
      submitter={submitter}
      id="deposit-form"
      isOneClick={method.oneClick === true}
      header={
        <>
          {!isContinuing && <OrderCard />}
          <FormHeader kind={kind} method={method} country={country} isContinuing={isContinuing} />
          {/* The form is usable without them: nothing waits for them. */}
          {details.isOffered && form.loading.kind === 'ready' && (
            <SavedDetails
              method={method}
              chosen={detailsId}
              onChoose={details.choose}
              isDisabled={form.isDisabled}
              isFirstWanted={isFirstWanted}
            />
          )}
        </>
      }
      foot={
        <div className={styles.foot} hidden={form.loading.kind === 'loading'}>
          <CaptchaPlace isNeeded={state.kind === 'solvingCaptcha'}>{captcha}</CaptchaPlace>
          {state.kind === 'idle' && isNoneFree(state.failure) && (
            <NoneFree
              method={method}
              money={{ amount: form.amount.value, currency }}
              failure={state.failure}
            />
          )}
          <FormNote state={state} kind={kind} />
        </div>
      }
    >
      {!isContinuing && (
        <FormExtras method={method} currency={currency} amount={form.amount.value} />
      )}
      {!isContinuing && <SecurityRules group={method.securityRulesGroup} />}
    </SubmitForm>
  );
}

/**
 * Puts the reason in place of a form's button once the chosen coin package is gone. That it has
 * changed stays above the button: a snackbar would hide its new price.
 */
function usePackageSubmitter(submitter: Submitter, isNew: boolean): Submitter {
  const navigate = useNavigate();
  const box = useChosenBox();
  const { turn } = submitter;
  if (!isNew || box === null) return submitter;
  if (!box.isGone) {
    const isRefused = turn.kind === 'player' && isOfPackage(turn.failure);
    const showFailure = (failure: Failure) => <PackageRefusal failure={failure} />;
    return isRefused ? { ...submitter, showFailure } : submitter;
  }
  const instead = <PackageGone onChoose={() => navigate({ to: 'Deposit list' })} />;
  return { ...submitter, submit: () => {}, turn: { kind: 'over', instead } };
}

/** Limits that are unknown (design §3.1): nothing can be sent. */
const noLimits = { min: '0', max: '0' };

/** Returns the name of a package form's draft; undefined for any other form. */
function draftNameOfBox({ name }: PaymentMethod, box: ChosenBox | null): string | undefined {
  return box === null ? undefined : `${name} ${box.boxId}`;
}

interface FormSetup extends FormOfRoundProps {
  detailsId: string | null;
  /** The package that the form pays for. */
  box: ChosenBox | null;
}

function useDepositForm({ detailsId, box, ...props }: FormSetup) {
  const { kind, method, currency, country, definitions, startAmount, lastAmount, deposit } = props;
  const session = useSession();
  const { locale } = session;
  const analytics = useFormAnalytics({ formType: kind.formType, buttonName: 'deposit', currency });
  const { limits: known, allowance } = useLimits(method, currency, country);
  const limits = props.purchase?.isCurrencyRefused === true ? noLimits : known;
  const continues = continuationOf(deposit.state);
  /**
   * An existing deposit was validated at its creation: the player's own limits count it already.
   */
  const settledLimits = (amount: string) => {
    const ofMethod = methodLimits(method, currency, country);
    return validateLimits(ofMethod) === null ? ofMethod : { min: amount, max: amount };
  };
  const form = useForm({
    method,
    definitions:
      definitions ??
      listDefinitions(method, startAmount, box === null ? buildBankField(method, session) : null),
    currency,
    country,
    locale: locale.format,
    limits: continues === null ? limits : settledLimits(continues.amount),
    allowance: continues === null ? allowance : undefined,
    limitsNote: props.purchase?.limitsNote,
    lastAmount,
    fixedAmount: box?.price ?? (definitions && continues?.amount),
    draftName: draftNameOfBox(method, box),
    isAmountOnly: detailsId !== null,
    isDisabled: deposit.state.kind !== 'idle',
    analytics,
  });
  // The package's card shows its price, which is the amount.
  if (box === null) return form;
  return { ...form, fields: form.fields.filter(({ definition }) => definition.type !== 'amount') };
}
