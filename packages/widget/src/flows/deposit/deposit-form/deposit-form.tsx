import {
  type Decimal,
  type FieldDefinition,
  judgeLimits,
  methodLimits,
  type PaymentMethod,
} from '@kassa/contract';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { SecurityRules } from '../../../features/security-rules/security-rules.tsx';
import type { FormControls, FormSubmission } from '../../../form/form-controls.ts';
import { PaymentForm } from '../../../form/payment-form.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { reportFirstSubmit } from '../../../telemetry/submit-delay.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { continuationOf, isCreating } from '../deposit.machine.ts';
import { type DepositControls, isWaiting } from '../use-deposit.ts';
import { useFormAnalytics } from '../use-deposit-analytics.ts';
import { useLimits } from '../use-limits.ts';
import { useRefusedField } from '../use-refused-field.ts';
import styles from './deposit-form.module.css';
import { FormButton } from './form-button.tsx';
import { FormExtras } from './form-extras.tsx';
import { FormHeader } from './form-header.tsx';
import type { FormKind } from './form-kind.ts';
import { CaptchaPlace, FormNote } from './form-note.tsx';
import { listDefinitions } from './list-definitions.ts';
import { useWish } from './use-wish.ts';

interface DepositFormProps {
  kind: FormKind;
  method: PaymentMethod;
  currency: string;
  country: string;
  /** What is asked for; the method's own fields where it is left out. */
  definitions: readonly FieldDefinition[] | undefined;
  /** What stands in the amount's box at first, where it isn't the method's own to say. */
  startAmount: Decimal | undefined;
  deposit: DepositControls;
  /** What the player sees of the captcha. */
  captcha: ReactNode;
  /** What lies over the form. */
  children: ReactNode;
}

const formId = 'deposit-form';

/** What a method asks for, with its button, and what is said of the deposit meanwhile. */
export function DepositForm(props: DepositFormProps) {
  const { kind, method, currency, country, deposit, captcha, children } = props;
  const text = useText();
  const { state } = deposit;
  const { bridge } = useSession();
  const form = useDepositForm(props);
  const makeWish = useWish(method, currency);
  const continues = continuationOf(state);
  useAddedFields(form, props);
  useRefusedField(form, state.kind === 'idle' ? state.failure : null);

  async function handleSubmit() {
    reportFirstSubmit(bridge);
    const answer = form.submit();
    // Not awaited where it needn't be: the popup must open in the click itself.
    const submission = answer instanceof Promise ? await answer : answer;
    if (submission !== null) send(submission);
  }
  const send = (submission: FormSubmission) => deposit.submit(makeWish(submission, continues));

  return (
    <Screen
      layout="form"
      footer={<FormButton {...{ kind, method, form, formId, deposit, currency }} />}
      isBusy={isCreating(state)}
      isSkeleton={form.loading.kind === 'loading'}
    >
      {children}
      <PaymentForm
        form={form}
        id={formId}
        onSubmit={handleSubmit}
        header={
          <FormHeader
            kind={kind}
            method={method}
            country={country}
            isContinuing={continues !== null}
          />
        }
      >
        {continues === null && (
          <FormExtras method={method} currency={currency} amount={form.amount.value} />
        )}
        {continues === null && <SecurityRules group={method.securityRulesGroup} />}
      </PaymentForm>
      <div className={styles.foot} hidden={form.loading.kind === 'loading'}>
        <CaptchaPlace isNeeded={state.kind === 'solvingCaptcha'}>{captcha}</CaptchaPlace>
        <FormNote state={state} kind={kind} />
      </div>
      <Announcement>{isWaiting(state) ? text('deposit.creating') : ''}</Announcement>
    </Screen>
  );
}

function useDepositForm(props: DepositFormProps) {
  const { kind, method, currency, country, definitions, startAmount, deposit } = props;
  const { locale } = useSession();
  const analytics = useFormAnalytics({ formType: kind.formType, buttonName: 'deposit', currency });
  const { limits, allowance } = useLimits(method, currency, country);
  const continues = continuationOf(deposit.state);
  /** A deposit that is there was judged when it was created: the player's own limits count it in already. */
  const settledLimits = (amount: string) => {
    const ofMethod = methodLimits(method, currency, country);
    return judgeLimits(ofMethod) === null ? ofMethod : { min: amount, max: amount };
  };
  return useForm({
    method,
    definitions: definitions ?? listDefinitions(method, startAmount),
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
function useAddedFields(form: FormControls, { deposit, definitions }: DepositFormProps): void {
  const fields = continuationOf(deposit.state)?.fields;
  const add = useEffectEvent((asked: readonly FieldDefinition[]) => {
    if (asked !== definitions) form.addFields(asked);
  });
  useEffect(() => {
    if (fields !== undefined) add(fields);
  }, [fields]);
}
