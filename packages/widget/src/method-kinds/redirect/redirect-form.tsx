import {
  type FieldDefinition,
  judgeLimits,
  methodLimits,
  type PaymentMethod,
} from '@kassa/contract';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { Failure } from '../../features/failure/failure.ts';
import { MethodCard } from '../../features/method-card/method-card.tsx';
import { PaymentLink } from '../../features/payment-link/payment-link.tsx';
import { amountRefusal } from '../../flows/deposit/amount-refusal.ts';
import {
  continuationOf,
  type DepositState,
  isCreating,
} from '../../flows/deposit/deposit.machine.ts';
import { type DepositControls, isWaiting } from '../../flows/deposit/use-deposit.ts';
import { useFormAnalytics } from '../../flows/deposit/use-deposit-analytics.ts';
import { useLimits } from '../../flows/deposit/use-limits.ts';
import type { FormControls, FormSubmission } from '../../form/form-controls.ts';
import { PaymentForm } from '../../form/payment-form.tsx';
import { useForm } from '../../form/use-form.ts';
import { useMoney, useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { Button } from '../../ui/button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import styles from './redirect.module.css';
import { RedirectExtras } from './redirect-extras.tsx';
import { useWish } from './use-wish.ts';

interface RedirectFormProps {
  method: PaymentMethod;
  currency: string;
  country: string;
  /** What is asked for; the method's own fields where it is left out. */
  definitions: readonly FieldDefinition[] | undefined;
  deposit: DepositControls;
  /** What the player sees of the captcha. */
  captcha: ReactNode;
  /** What lies over the form. */
  children: ReactNode;
}

const formId = 'redirect-form';

/** What a redirect method asks for, with its button, and what is said of the deposit meanwhile. */
export function RedirectForm(props: RedirectFormProps) {
  const { method, currency, deposit, captcha, children } = props;
  const text = useText();
  const { state } = deposit;
  const form = useDepositForm(props);
  const makeWish = useWish(method, currency);
  const continues = continuationOf(state);
  useAddedFields(form, props);
  useRefusedField(form, state);

  async function handleSubmit() {
    const answer = form.submit();
    // Not awaited where it needn't be: the popup must open in the click itself.
    const submission = answer instanceof Promise ? await answer : answer;
    if (submission !== null) send(submission);
  }
  const send = (submission: FormSubmission) => deposit.submit(makeWish(submission, continues));

  return (
    <Screen
      layout="form"
      footer={<FormButton form={form} deposit={deposit} currency={currency} />}
      isBusy={isCreating(state)}
    >
      {children}
      <PaymentForm
        form={form}
        id={formId}
        onSubmit={handleSubmit}
        header={<FormHeader method={method} isContinuing={continues !== null} />}
      >
        {continues === null && (
          <RedirectExtras method={method} currency={currency} amount={form.amount.value} />
        )}
      </PaymentForm>
      <div className={styles.foot}>
        <CaptchaPlace isNeeded={state.kind === 'solvingCaptcha'}>{captcha}</CaptchaPlace>
        <FormNote state={state} />
      </div>
      <Announcement>{isWaiting(state) ? text('deposit.creating') : ''}</Announcement>
    </Screen>
  );
}

function useDepositForm({ method, currency, country, definitions, deposit }: RedirectFormProps) {
  const { locale } = useSession();
  const analytics = useFormAnalytics('redirect');
  const { limits, allowance } = useLimits(method, currency, country);
  const continues = continuationOf(deposit.state);
  /** A deposit that is there was judged when it was created: the player's own limits count it in already. */
  const settledLimits = (amount: string) => {
    const ofMethod = methodLimits(method, currency, country);
    return judgeLimits(ofMethod) === null ? ofMethod : { min: amount, max: amount };
  };
  return useForm({
    method,
    definitions,
    currency,
    country,
    locale: locale.format,
    limits: continues === null ? limits : settledLimits(continues.amount),
    allowance: continues === null ? allowance : undefined,
    fixedAmount: definitions === undefined ? undefined : continues?.amount,
    isDisabled: deposit.state.kind !== 'idle',
    analytics,
  });
}

/** §4: what the provider asks for besides is added, and the form stays. */
function useAddedFields(form: FormControls, { deposit, definitions }: RedirectFormProps): void {
  const fields = continuationOf(deposit.state)?.fields;
  const add = useEffectEvent((asked: readonly FieldDefinition[]) => {
    if (asked !== definitions) form.addFields(asked);
  });
  useEffect(() => {
    if (fields !== undefined) add(fields);
  }, [fields]);
}

/** §8: the field that the server refused is marked, besides what is said over the form. */
function useRefusedField(form: FormControls, state: DepositState): void {
  const failure = state.kind === 'idle' ? state.failure : null;
  const refuse = useEffectEvent((refused: Failure) => {
    const { code, params } = refused;
    if (code === 'banking.paymentMethodRegex' && params.field !== undefined) {
      form.refuseField(params.field, { key: 'form.field.broken' });
    }
    const words = amountRefusal(refused);
    const amount = form.fields.find(({ definition }) => definition.type === 'amount');
    // The amount of a deposit that is there can't be changed.
    if (words === null || amount === undefined || amount.isLocked) return;
    form.refuseField(amount.definition.name, words);
  });
  useEffect(() => {
    if (failure !== null) refuse(failure);
  }, [failure]);
}

function FormHeader({ method, isContinuing }: { method: PaymentMethod; isContinuing: boolean }) {
  const text = useText();
  return (
    <>
      <MethodCard method={method} />
      <div className={styles.live} role="status">
        {isContinuing && <Notice glyph="shield">{text('deposit.moreDetails.text')}</Notice>}
      </div>
    </>
  );
}

interface FormButtonProps {
  form: FormControls;
  deposit: DepositControls;
  currency: string;
}

function FormButton({ form, deposit: { state, openedLink }, currency }: FormButtonProps) {
  const text = useText();
  const money = useMoney();
  if (state.kind === 'offeringLink') {
    const key = state.why === 'blocked' ? 'deposit.blocked.open' : 'deposit.continue.button';
    return (
      <TakesFocus>
        <PaymentLink redirect={state.redirect} onOpen={openedLink}>
          {text(key)}
        </PaymentLink>
      </TakesFocus>
    );
  }
  const isBusy = isCreating(state) || form.isPending;
  return (
    <Button type="submit" form={formId} isBusy={isBusy} disabled={!isBusy && !form.canSubmit}>
      {describeButton()}
    </Button>
  );

  function describeButton(): string {
    if (continuationOf(state) !== null) return text('deposit.moreDetails.submit');
    const { value, isValid } = form.amount;
    if (!isValid) return text('deposit.submitEmpty');
    return text('deposit.submit', { amount: money(value, currency) });
  }
}

/** The button that was pressed is gone: whoever uses a keyboard goes on with what took its place. */
function TakesFocus({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) place.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, []);
  return <div ref={place}>{children}</div>;
}

/** Comes into sight while the player has to solve something, however long the form above it is. */
function CaptchaPlace({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!isNeeded || element === null) return;
    // It grows as the provider's part comes.
    const observer = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNeeded]);
  return (
    <div className={styles.captcha} ref={place}>
      {children}
    </div>
  );
}

/** What comes of a press, in a line; how to go on, once that is the player's to do. */
function FormNote({ state }: { state: DepositState }) {
  const text = useText();
  const why = state.kind === 'offeringLink' ? state.why : null;
  const place = useRef<HTMLDivElement>(null);
  // The form above it may be long.
  useEffect(() => {
    if (why !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [why]);
  return (
    <>
      <div className={styles.live} role="status" ref={place}>
        {why === 'blocked' && <Notice tone="warn">{text('deposit.blocked.text')}</Notice>}
        {why === 'later' && <Notice>{text('deposit.continue.text')}</Notice>}
      </div>
      {why === null && (
        <p className={styles.assurance}>
          <Glyph name="shield" size={18} className={styles.glyph} />
          {text('deposit.redirectNote')}
        </p>
      )}
    </>
  );
}
