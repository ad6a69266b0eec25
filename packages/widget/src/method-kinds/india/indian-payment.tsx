import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { InstructionCard } from '../../flows/deposit/created/invoice/instruction-card.tsx';
import type { StandingInvoice } from '../../flows/deposit/created/invoice/invoice.screen.tsx';
import { useInvoiceParts } from '../../flows/deposit/created/invoice/use-invoice-parts.tsx';
import { TransferSheet } from '../../flows/deposit/created/transfer/transfer-sheet.tsx';
import {
  wordsOfCode,
  wordsOfDetails,
} from '../../flows/deposit/created/transfer/transfer-words.ts';
import { useTaken } from '../../flows/deposit/created/use-taken.ts';
import { useText } from '../../i18n/text.ts';
import styles from './indian-payment.module.css';
import { resolveInvoiceLink } from './resolve-invoice-link.ts';
import { UpiCard, upiWords, useUpiWays } from './upi-card.tsx';

/**
 * An invoice in two steps (§2 "Indian invoice"): its details, then the form and the paid button.
 * Both stand on one sheet, because the player pays in another app and comes back to the form.
 */
export function IndianPayment({ payee, ...invoice }: StandingInvoice) {
  const { created, payment } = invoice;
  const { deposit, step, method } = created;
  const { instruction } = step;
  const { requisites, canComplete, form, isFailureShown, renderFooter } = useInvoiceParts({
    created,
    payment,
    payee: payee?.requisites ?? null,
    formType: 'india',
  });
  const details = useTaken(deposit);
  const second = useReturn(details.taken === 'opened');
  const link = payee === null ? null : resolveInvoiceLink(step, payee.payee, deposit);
  const ways = useUpiWays(link, method?.linkSchemes ?? []);
  return (
    <TransferSheet
      {...invoice}
      details={details}
      words={
        link === null
          ? wordsOfDetails
          : wordsOfCode(
              { text: link, picture: null, payLink: ways.links.length > 0 ? link : null },
              upiWords,
              ways.links.length === 0,
            )
      }
      amount={step.amount}
      requisites={requisites}
      invoice={created}
      code={link !== null && <UpiCard link={link} {...ways} onUse={details.handleUse} />}
      form={form && <Confirmation place={second}>{form}</Confirmation>}
      guide={instruction && <InstructionCard instruction={instruction} />}
      canCancel={step.buttons.includes('cancel')}
      isFailureShown={isFailureShown}
      button={canComplete ? renderFooter({ isTaken: details.taken !== null }) : null}
    />
  );
}

interface ConfirmationProps {
  place: RefObject<HTMLElement | null>;
  /** The form. */
  children: ReactNode;
}

/** What the player fills in once they have paid. */
function Confirmation({ place, children }: ConfirmationProps) {
  const text = useText();
  const id = useId();
  return (
    <section className={styles.confirmation} aria-labelledby={id} ref={place}>
      <h2 className={styles.title} id={id}>
        {text('india.confirm')}
      </h2>
      <p className={styles.note}>{text('india.confirmForm')}</p>
      {children}
    </section>
  );
}

/**
 * Brings a part into sight for a player who comes back from their app: the page may have been
 * loaded again meanwhile.
 * @param hasLeft - an app was opened from this page
 */
function useReturn(hasLeft: boolean): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  const [isReloaded] = useState(hasLeft);
  useEffect(() => {
    if (isReloaded) place.current?.scrollIntoView({ block: 'start' });
  }, [isReloaded]);
  useEffect(() => {
    if (!hasLeft) return;
    const handleReturn = () => {
      if (document.visibilityState === 'visible') place.current?.scrollIntoView({ block: 'start' });
    };
    document.addEventListener('visibilitychange', handleReturn);
    return () => document.removeEventListener('visibilitychange', handleReturn);
  }, [hasLeft]);
  return place;
}
