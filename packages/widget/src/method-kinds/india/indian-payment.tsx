import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { UsedContext } from '../../features/copy/used-context.ts';
import { CancelPayment } from '../../flows/deposit/created/cancel-payment.tsx';
import { InstructionCard } from '../../flows/deposit/created/invoice/instruction-card.tsx';
import type { StandingInvoice } from '../../flows/deposit/created/invoice/invoice.screen.tsx';
import { InvoiceTools } from '../../flows/deposit/created/invoice/invoice-tools.tsx';
import { resolveSum } from '../../flows/deposit/created/invoice/resolve-sum.ts';
import { useInvoiceParts } from '../../flows/deposit/created/invoice/use-invoice-parts.tsx';
import { OtherDevice } from '../../flows/deposit/created/other-device.tsx';
import { PaymentFacts } from '../../flows/deposit/created/payment-facts.tsx';
import { PaymentFailure } from '../../flows/deposit/created/payment-failure.tsx';
import { PaymentHead } from '../../flows/deposit/created/payment-head.tsx';
import { ProviderLink } from '../../flows/deposit/created/provider-link.tsx';
import { useCodeUse } from '../../flows/deposit/created/use-code-use.ts';
import { useMoney, useText } from '../../i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import styles from './indian-payment.module.css';
import { resolveInvoiceLink } from './resolve-invoice-link.ts';
import { UpiCard } from './upi-card.tsx';

/**
 * An invoice in two steps (§2 "Indian invoice"): its details, then the form and the paid button.
 * Both stand on one page, because the player pays in another app and comes back to the second one.
 */
export function IndianPayment({ payee, ...invoice }: StandingInvoice) {
  const { created, payment, ...time } = invoice;
  const text = useText();
  const money = useMoney();
  const { deposit, step, method } = created;
  const { amount } = step;
  const { requisites, canComplete, form, isFailureShown, renderFooter } = useInvoiceParts({
    created,
    payment,
    payee: payee?.requisites ?? null,
    formType: 'india',
  });
  const link = payee === null ? null : resolveInvoiceLink(step, payee.payee, deposit);
  const { wasUsed, isTaken, noteTaken, handleUse } = useCodeUse(null, deposit);
  const second = useReturn(wasUsed);
  const hasOtherSum = resolveSum(deposit, amount).asked !== null;
  const hasPaid = canComplete && requisites !== null;

  const upi = link !== null && (
    <UpiCard link={link} schemes={method?.linkSchemes ?? []} onUse={handleUse} key="upi" />
  );
  const facts = (
    <PaymentFacts deposit={deposit} amount={amount} requisites={requisites} key="facts" />
  );

  return (
    <UsedContext value={noteTaken}>
      <Screen
        layout="form"
        isBusy={requisites === null}
        footer={hasPaid ? renderFooter({ isTaken }) : undefined}
      >
        {isFailureShown && <PaymentFailure payment={payment} />}
        <PaymentHead method={method} time={time} />
        <Step
          number={1}
          title={text('india.pay', { amount: money(amount.amount, amount.currency) })}
        >
          <InstructionCard instruction={step.instruction} />
          {/* A link is used at once, but not before the player has read of another sum. */}
          {hasOtherSum ? [facts, upi] : [upi, facts]}
          <ProviderLink {...created} />
          {requisites !== null && (
            <>
              <InvoiceTools
                created={created}
                requisites={requisites}
                deadlineMs={time.deadlineMs}
              />
              <OtherDevice deposit={deposit} />
            </>
          )}
          {!hasOtherSum && <Notice tone="warn">{text('payment.exact')}</Notice>}
        </Step>
        <Step number={2} title={text('india.confirm')} place={second}>
          {canComplete ? (
            <p className={styles.note}>
              {text(form === null ? 'india.confirmPlain' : 'india.confirmForm')}
            </p>
          ) : (
            <Notice glyph="clock">{text('payment.byItself')}</Notice>
          )}
          {form}
        </Step>
        {step.buttons.includes('cancel') && <CancelPayment payment={payment} />}
      </Screen>
    </UsedContext>
  );
}

interface StepProps {
  number: 1 | 2;
  title: string;
  place?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

function Step({ number, title, place, children }: StepProps) {
  const id = useId();
  return (
    <section className={styles.step} aria-labelledby={id} ref={place}>
      <h2 className={styles.title} id={id}>
        <span className={styles.number}>{number}</span>
        <span>{title}</span>
      </h2>
      {children}
    </section>
  );
}

/**
 * Brings a step into sight for a player who comes back from their app: the page may have been
 * loaded again meanwhile.
 * @param wasUsed - an app was opened from this page
 */
function useReturn(wasUsed: boolean): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  const [isReloaded] = useState(wasUsed);
  useEffect(() => {
    if (isReloaded) place.current?.scrollIntoView({ block: 'start' });
  }, [isReloaded]);
  useEffect(() => {
    if (!wasUsed) return;
    const handleReturn = () => {
      if (document.visibilityState === 'visible') place.current?.scrollIntoView({ block: 'start' });
    };
    document.addEventListener('visibilitychange', handleReturn);
    return () => document.removeEventListener('visibilitychange', handleReturn);
  }, [wasUsed]);
  return place;
}
