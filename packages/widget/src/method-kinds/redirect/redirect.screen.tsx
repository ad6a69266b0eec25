import type { PaymentMethod } from '@kassa/contract';
import type { FormEvent } from 'react';
import { FailurePanel } from '../../features/failure/failure-panel.tsx';
import { FailureSnackbar } from '../../features/failure/failure-snackbar.tsx';
import { MethodCard } from '../../features/method-card/method-card.tsx';
import { PaymentLink } from '../../features/payment-link/payment-link.tsx';
import { isCreating } from '../../flows/deposit/deposit.machine.ts';
import { useChosenMethod } from '../../flows/deposit/use-chosen-method.ts';
import { useDeposit } from '../../flows/deposit/use-deposit.ts';
import { useFormAnalytics } from '../../flows/deposit/use-deposit-analytics.ts';
import { useMoney, useText } from '../../i18n/text.ts';
import { Navigate } from '../../routing/link.tsx';
import { Announcement } from '../../ui/announcement.tsx';
import { Button } from '../../ui/button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './redirect.module.css';
import { useAmount } from './use-amount.ts';

/** The form of a method whose provider has a page of its own (§2 "Redirect base"). */
export function RedirectScreen() {
  const text = useText();
  const chosen = useChosenMethod();
  switch (chosen.kind) {
    case 'loading':
      return (
        <Screen layout="form" isBusy>
          <Skeleton shape="row" />
          <Skeleton shape="tile" />
        </Screen>
      );
    case 'failed':
      return (
        <Screen
          layout="centered"
          footer={<Button onClick={() => chosen.retry()}>{text('error.retry')}</Button>}
        >
          <FailurePanel title={text('deposit.list.failed')} error={chosen.error} />
        </Screen>
      );
    case 'missing':
      return <Navigate to="Deposit list" />;
    case 'ready':
      return <RedirectForm key={chosen.method.name} {...chosen} />;
  }
}

interface RedirectFormProps {
  method: PaymentMethod;
  currency: string;
}

const formId = 'redirect-form';

function RedirectForm({ method, currency }: RedirectFormProps) {
  const text = useText();
  const money = useMoney();
  const amount = useAmount(method, currency);
  const { state, submit, openedLink, dismissFailure } = useDeposit();
  const analytics = useFormAnalytics('redirect');
  const isBusy = isCreating(state);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const value = amount.submit();
    analytics.press(value === null ? ['amount'] : []);
    if (value === null) return;
    submit({ paymentType: method.name, amount: value, currency, isFromChip: amount.isFromChip });
  }

  function handleAmount(...[next, origin]: Parameters<typeof amount.inputProps.onChange>) {
    analytics.touch('amount', origin === 'chip' ? 'select_field' : 'input_field');
    amount.inputProps.onChange(next, origin);
  }

  const footer =
    state.kind === 'offeringLink' ? (
      <PaymentLink redirect={state.redirect} onOpen={openedLink}>
        {text('deposit.blocked.open')}
      </PaymentLink>
    ) : (
      <Button type="submit" form={formId} isBusy={isBusy} disabled={!amount.canSubmit}>
        {amount.isValid
          ? text('deposit.submit', { amount: money(amount.value, currency) })
          : text('deposit.submitEmpty')}
      </Button>
    );

  return (
    <Screen layout="form" footer={footer} isBusy={isBusy}>
      {state.kind === 'idle' && state.failure !== null && (
        <FailureSnackbar failure={state.failure} onClose={dismissFailure} />
      )}
      <form className={styles.form} id={formId} noValidate onSubmit={handleSubmit}>
        <MethodCard method={method} />
        <fieldset className={styles.fields} disabled={state.kind !== 'idle'}>
          <amount.Input {...amount.inputProps} onChange={handleAmount} />
        </fieldset>
      </form>
      {state.kind === 'offeringLink' ? (
        <div role="status">
          <Notice tone="warn">{text('deposit.blocked.text')}</Notice>
        </div>
      ) : (
        <p className={styles.assurance}>
          <Glyph name="shield" size={18} className={styles.glyph} />
          {text('deposit.redirectNote')}
        </p>
      )}
      <Announcement>{isBusy ? text('deposit.creating') : ''}</Announcement>
    </Screen>
  );
}
