import type { PaymentMethod } from '@kassa/contract';
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef } from 'react';
import { Dropdown } from '../../../features/dropdown/dropdown.tsx';
import type { DropdownProps } from '../../../features/dropdown/dropdown-props.ts';
import { notify } from '../../../features/notification/notification-store.ts';
import { useChosenMethod } from '../../../flows/deposit/use-chosen-method.ts';
import { useDepositAnalytics } from '../../../flows/deposit/use-deposit-analytics.ts';
import { useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { listCountryChoices, listCurrencyChoices } from './list-purchase-choices.ts';
import styles from './purchase-choice.module.css';
import { type KnownLimits, usePurchase } from './use-purchase.ts';

/** The dropdowns of the country and the currency, above the amount (§2 "On-ramp base"). */
export function PurchaseChoice({ method }: { method: PaymentMethod }) {
  const chosen = useChosenMethod();
  if (chosen.kind !== 'ready') return null;
  return <PurchaseDropdowns method={method} country={chosen.country} />;
}

function PurchaseDropdowns(offered: Parameters<typeof usePurchase>[0]) {
  const text = useText();
  const { locale } = useSession();
  const { purchase, limits, chooseCountry, chooseCurrency } = usePurchase(offered);
  const { buyerCountry, currency } = purchase;
  const touch = useTouch(currency);
  useFailureNotification(limits);
  const countries = useMemo(() => listCountryChoices(locale.format), [locale.format]);
  const currencies = useMemo(() => listCurrencyChoices(locale.format), [locale.format]);
  return (
    <div className={styles.choice}>
      <ChoiceRow
        label={text('onramp.country')}
        choices={countries}
        value={buyerCountry}
        onChange={(next) => {
          touch('country');
          chooseCountry(next);
        }}
      />
      <ChoiceRow
        label={text('onramp.currency')}
        choices={currencies}
        value={currency}
        isInvalid={limits.kind === 'none'}
        onChange={(next) => {
          touch('currency');
          chooseCurrency(next);
        }}
      >
        {limits.kind === 'none' && (
          <span className={styles.error}>
            {text('deposit.onramp.error.currency', { currency })}
          </span>
        )}
        {limits.kind === 'failed' && (
          <>
            <span className={styles.error}>{text('onramp.limits.failed')}</span>
            <button type="button" className={styles.retry} onClick={limits.retry}>
              {text('error.retry')}
            </button>
          </>
        )}
      </ChoiceRow>
    </div>
  );
}

interface ChoiceRowProps
  extends Pick<DropdownProps, 'label' | 'choices' | 'value' | 'onChange' | 'isInvalid'> {
  /** The line below the dropdown. */
  children?: ReactNode;
}

function ChoiceRow({ children, ...dropdown }: ChoiceRowProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={styles.row}>
      <label className={styles.label} htmlFor={id}>
        {dropdown.label}
      </label>
      <Dropdown {...dropdown} id={id} describedBy={noteId} isRequired />
      <div className={styles.note} id={noteId} role="status">
        {children}
      </div>
    </div>
  );
}

/** Reports each dropdown once, as a form does its fields (§7). */
function useTouch(currency: string) {
  const { send } = useDepositAnalytics(currency);
  const touched = useRef(new Set<string>());
  return (fieldName: string) => {
    if (touched.current.has(fieldName)) return;
    touched.current.add(fieldName);
    send('select_field', { field_name: fieldName, form_type: 'onramp' });
  };
}

/** §8 "On-ramp limit failure". */
function useFailureNotification(limits: KnownLimits): void {
  const text = useText();
  const session = useSession();
  const error = limits.kind === 'failed' ? limits.error : null;
  const tell = useEffectEvent(() => {
    notify(session, { title: text('provider.error') });
  });
  useEffect(() => {
    if (error !== null) tell();
  }, [error]);
}
