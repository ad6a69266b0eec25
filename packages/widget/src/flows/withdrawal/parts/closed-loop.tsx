import { compareDecimals, type Decimal, type Money, type PaymentMethod } from '@kassa/contract';
import { useRef } from 'react';
import type { Failure } from '../../../features/failure/failure.ts';
import { useSavedDetails } from '../../../features/saved-details/saved-details.query.ts';
import { keepLeftToRight } from '../../../i18n/keep-left-to-right.ts';
import { resolveName, useMoney, useText } from '../../../i18n/text.ts';
import { useNavigate } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useFocusHandover } from '../../../ui/use-focus-handover.ts';
import { useWithdrawal } from '../withdrawal.query.ts';
import { readMoney } from './read-money.ts';

/** Where money has to go back first. */
export interface Source {
  method: PaymentMethod;
  /** The card or account among the method's saved details. */
  detailsId: string | undefined;
  /** What has to go back there. */
  rest: Money;
}

/** The form of a withdrawal that its closed loop refused. */
export interface RefusedForm {
  /** The id of its element. */
  id: string;
  method: PaymentMethod;
  amount: Decimal;
  /** Puts other saved details and an amount into it. */
  onUse: (part: { detailsId: string; amount: Decimal }) => void;
}

/** Provides the source that a failure names; null where it isn't on offer, or names none. */
export function useSource(failure: Failure, currency: string): Source | null {
  const { catalogue } = useWithdrawal();
  if (failure.code !== 'payout.closedLoop') return null;
  const { params } = failure;
  const method = catalogue?.methods.find(({ name }) => name === params.method);
  const rest = readMoney(failure, currency);
  if (method === undefined || rest === null) return null;
  return { method, detailsId: params.detailsId, rest };
}

/** Money has to go back by another method: tells by which one, and leads to its form. */
export function OtherMethod({ source: { method, detailsId, rest } }: { source: Source }) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const navigate = useNavigate();
  const name = resolveName(method.text, locale.tag);
  const amount = money(rest.amount, rest.currency);
  const search = { method: method.name, details: detailsId };
  return (
    <>
      <Notice tone="warn">{text('withdrawal.closedLoop.text', { amount, method: name })}</Notice>
      <Button look="soft" onClick={() => navigate({ to: 'Withdrawal redirect', search })}>
        {text('withdrawal.closedLoop.use', { method: name })}
      </Button>
    </>
  );
}

/** Money has to go back to another card or account of the same form: tells which one, and takes it. */
export function OtherCard({ source, form }: { source: Source; form: RefusedForm }) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const place = useRef<HTMLDivElement>(null);
  // The pressed button goes with the failure.
  useFocusHandover(place, `button[form="${form.id}"]`);
  const { details: known } = useSavedDetails(form.method);
  const card = known?.find(({ detailsId }) => detailsId === source.detailsId);
  const { amount: rest, currency } = source.rest;
  const back = money(rest, currency);
  if (card === undefined) {
    return <Notice tone="warn">{text('withdrawal.closedLoop.other', { amount: back })}</Notice>;
  }
  const { detailsId } = card;
  const details = keepLeftToRight(card.masked, locale);
  const amount = compareDecimals(form.amount, rest) < 0 ? form.amount : rest;
  return (
    <>
      <Notice tone="warn">{text('withdrawal.closedLoop.card', { amount: back, details })}</Notice>
      <div ref={place}>
        <Button look="soft" onClick={() => form.onUse({ detailsId, amount })}>
          {text('withdrawal.closedLoop.useCard', { amount: money(amount, currency), details })}
        </Button>
      </div>
    </>
  );
}
