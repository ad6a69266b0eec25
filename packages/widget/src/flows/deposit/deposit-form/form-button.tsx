import { cardViewTypes, type PaymentMethod } from '@kassa/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { PaymentLink } from '../../../features/payment-link/payment-link.tsx';
import type { FormControls } from '../../../form/form-controls.ts';
import { resolveName, useMoney, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { continuationOf, type DepositState, isCreating } from '../deposit.machine.ts';
import type { DepositControls } from '../use-deposit.ts';
import type { FormKind } from './form-kind.ts';

interface FormButtonProps {
  kind: FormKind;
  method: PaymentMethod;
  form: FormControls;
  /** Of the form's element. */
  formId: string;
  deposit: DepositControls;
  currency: string;
}

/** The form's button, or the link to the payment that takes its place. */
export function FormButton(props: FormButtonProps) {
  const { kind, method, form, formId, deposit } = props;
  const { state, openedLink } = deposit;
  const text = useText();
  const describeSubmit = useSubmitWords(props);
  if (state.kind === 'offeringLink') {
    return (
      <>
        {kind.BeforeLink !== undefined && <kind.BeforeLink depositId={state.depositId} />}
        <TakesFocus>
          <PaymentLink depositId={state.depositId} redirect={state.redirect} onOpen={openedLink}>
            {text(kind.link?.words ?? describeLink(state.why))}
          </PaymentLink>
        </TakesFocus>
      </>
    );
  }
  const isBusy = isCreating(state) || form.isPending;
  const isWallet = isWalletOnly(method) && continuationOf(state) === null;
  return (
    <ReadyToPress isWanted={method.oneClick === true && form.canSubmit && form.amount.isValid}>
      <Button type="submit" form={formId} isBusy={isBusy} disabled={!isBusy && !form.canSubmit}>
        {isWallet && <Icon id={method.iconIds[0]} name={method.name} size="small" />}
        {describeSubmit()}
      </Button>
    </ReadyToPress>
  );
}

function describeLink(why: Extract<DepositState, { kind: 'offeringLink' }>['why']) {
  return why === 'blocked' ? 'deposit.blocked.open' : 'deposit.continue.button';
}

function isWalletOnly({ cardViewType }: PaymentMethod): boolean {
  return cardViewType === cardViewTypes.cardWalletOnly;
}

function useSubmitWords({ kind, method, form, deposit: { state }, currency }: FormButtonProps) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  return (): string => {
    if (continuationOf(state) !== null) return text('deposit.moreDetails.submit');
    if (kind.submit !== undefined) return text(kind.submit);
    if (isWalletOnly(method)) {
      return text('deposit.payWith', { wallet: resolveName(method.text, locale.tag) });
    }
    const { value, isValid } = form.amount;
    if (!isValid) return text('deposit.submitEmpty');
    return text('deposit.submit', { amount: money(value, currency) });
  };
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

/** A form that is filled in when it comes up (`oneClick`): one press of the enter key is left. */
function ReadyToPress({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    if (!isWanted || isOver.current) return;
    isOver.current = true;
    // Once the screen's heading has had the focus (shell.tsx): whoever is elsewhere by then stays there.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      if (activeElement?.tagName !== 'H1') return;
      place.current?.querySelector('button')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [isWanted]);
  return <div ref={place}>{children}</div>;
}
