import type { LastPaid, PaymentMethod } from '@kassa/contract';
import { feeOf } from '@kassa/contract';
import { useEffect, useEffectEvent, useId } from 'react';
import { describeArrival } from '../../../features/arrival/describe-arrival.ts';
import { useCaptcha } from '../../../features/captcha/use-captcha.tsx';
import type { Failure } from '../../../features/failure/failure.ts';
import { FailureSnackbar } from '../../../features/failure/failure-snackbar.tsx';
import { isAmountRefused } from '../../../form/refused-field.ts';
import { resolveName, useMoney, useText } from '../../../i18n/text.ts';
import { useNavigate } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { DepositState } from '../deposit.machine.ts';
import type { FormKind } from '../deposit-form/form-kind.ts';
import { CaptchaPlace, FormNote } from '../deposit-form/form-note.tsx';
import { isNoneFree, NoneFree } from '../deposit-form/none-free.tsx';
import { useDepositSubmitter } from '../deposit-form/use-deposit-submitter.tsx';
import { resolveEntry } from '../method-kinds.ts';
import { usePayWith } from '../next-method/use-pay-with.ts';
import { useDeposit } from '../use-deposit.ts';
import styles from './again-card.module.css';

interface AgainCardProps {
  method: PaymentMethod;
  paid: LastPaid;
}

/** As its form, where the press is the only step. */
const kind: FormKind = { formType: 'again', note: 'deposit.redirectNote' };

/**
 * The player's last paid deposit: one press pays the same again, by the submitter of the method's form. What
 * can't be settled here goes on in that form.
 */
export function AgainCard({ method, paid }: AgainCardProps) {
  const text = useText();
  const titleId = useId();
  const { payWith } = usePayWith();
  const captcha = useCaptcha();
  const { amount, currency, detailsId = null } = paid;
  const deposit = useDeposit({ method, currency, captcha });
  const { state } = deposit;
  const parts = { kind, method, currency, deposit, detailsId, definitions: undefined };
  const submitter = useDepositSubmitter(parts);
  const change = () => payWith(method, { amount, currency }, 'change_again');
  useFormInstead(method, state, change);
  const { turn } = submitter;
  const failure = turn.kind === 'player' ? turn.failure : null;

  function pay(isConfirmed: boolean) {
    useSessionStore.getState().chooseMethod('deposit', method.name);
    submitter.onPress?.();
    submitter.submit({ amount, isFromChip: false, fields: {} }, { isConfirmed });
  }

  const shown = { value: amount, isValid: true, isFromChip: false, isEmpty: false };
  const question = turn.kind === 'player' && submitter.ask?.(shown, () => pay(true));
  const instead = turn.kind === 'over' ? turn.instead : question;
  const isPress = instead === false || instead === undefined || instead === null;
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <AgainFace method={method} paid={paid} titleId={titleId} />
        {isPress && turn.kind === 'player' && (
          <button
            type="button"
            className={styles.change}
            aria-describedby={titleId}
            onClick={change}
          >
            {text('region.change')}
          </button>
        )}
      </div>
      <div className={isPress ? `${styles.act} ${styles.press}` : styles.act}>
        {state.kind === 'offeringLink' && <FormNote state={state} kind={kind} />}
        {isPress ? (
          <Button isBusy={turn.kind === 'submitter'} onClick={() => pay(false)}>
            {submitter.describeButton(shown).words}
          </Button>
        ) : (
          instead
        )}
        <CaptchaPlace isNeeded={state.kind === 'solvingCaptcha'}>{captcha.element}</CaptchaPlace>
      </div>
      {state.kind === 'idle' && isNoneFree(state.failure) && (
        <NoneFree method={method} money={{ amount, currency }} failure={state.failure} />
      )}
      {failure !== null && <FailureSnackbar failure={failure} onClose={submitter.dismissFailure} />}
      <Announcement>{turn.kind === 'submitter' ? turn.words : ''}</Announcement>
    </section>
  );
}

function AgainFace({ method, paid, titleId }: AgainCardProps & { titleId: string }) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const { amount, currency, masked } = paid;
  const name = resolveName(method.text, locale.tag);
  const arrival = describeArrival(method.usualMinutes, 'method.time', method);
  const fee = feeOf(method, amount, currency);
  return (
    <>
      <Icon id={method.iconIds[0]} name={method.text.en ?? name} size="large" />
      <div className={styles.words}>
        <h2 className={styles.title} id={titleId}>
          {text('deposit.again.title', {
            amount: money(amount, currency, { trimZeros: true }),
            method: name,
          })}
        </h2>
        <p className={styles.note}>
          {masked !== undefined && <bdi dir="ltr">{masked}</bdi>}
          {fee !== '0' && (
            <span>{text('onramp.offers.fee', { amount: money(fee, currency) })}</span>
          )}
          {arrival !== null && <span>{text(arrival.key, arrival.params)}</span>}
        </p>
      </div>
    </>
  );
}

/**
 * Leads to the method's form where something has to be typed: the provider asks for further fields, or the
 * server no longer takes the amount or the saved details.
 */
function useFormInstead(method: PaymentMethod, state: DepositState, change: () => void): void {
  const navigate = useNavigate();
  const idle = state.kind === 'idle' ? state : null;
  const depositId = idle?.continues?.depositId;
  const isRefused = idle?.failure != null && isOfForm(idle.failure);
  const goOn = useEffectEvent(() => {
    if (depositId === undefined) change();
    else navigate({ to: resolveEntry(method), search: { method: method.name, depositId } });
  });
  useEffect(() => {
    if (isRefused || depositId !== undefined) goOn();
  }, [isRefused, depositId]);
}

function isOfForm(failure: Failure): boolean {
  const { code, params } = failure;
  return isAmountRefused(failure) || params.field !== undefined || code === 'details.notFound';
}
