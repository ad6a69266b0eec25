import type { PaymentMethod } from '@kassa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Submitter } from '../../../form/submitter.ts';
import { resolveName, useText } from '../../../i18n/text.ts';
import type { RouteName } from '../../../routing/route-names.ts';
import { useNavigate } from '../../../routing/use-router.ts';
import { renewOffer } from '../../../session/offer-changes.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { describeReturn } from '../../method-list/describe-return.ts';
import type { Closure } from '../use-chosen-method.ts';
import styles from './deposit-form.module.css';

interface ClosedFormProps {
  method: PaymentMethod;
  closure: Closure;
  /** The list that leads on to another method. */
  list: RouteName;
}

/**
 * Puts the reason in place of a form's button while its method takes no new payment. The form keeps
 * what was typed, and takes it again once the method is back.
 */
export function useClosedSubmitter(
  submitter: Submitter,
  {
    method,
    closure,
    list = 'Deposit list',
  }: { method: PaymentMethod; closure: Closure | null; list?: RouteName },
): Submitter {
  useRenewedOffer(submitter);
  if (closure === null) return submitter;
  const instead = <ClosedForm method={method} closure={closure} list={list} />;
  return { ...submitter, submit: () => {}, turn: { kind: 'over', instead } };
}

/** Loads the offer again where the server rejects a method that it still shows, or the player. */
function useRenewedOffer({ turn }: Submitter): void {
  const queryClient = useQueryClient();
  const code = turn.kind === 'player' ? turn.failure?.code : undefined;
  useEffect(() => {
    if (code !== undefined && /^(method|player)\./.test(code)) renewOffer(queryClient);
  }, [code, queryClient]);
}

function ClosedForm({ method, closure, list }: ClosedFormProps) {
  const text = useText();
  const navigate = useNavigate();
  const { locale } = useSession();
  return (
    <div className={styles.closed}>
      <div role="alert">
        <Notice tone="warn">
          {closure.kind === 'player' ? (
            <b>{text(`block.${closure.block.reason}.title`)}</b>
          ) : (
            <>
              <b>
                {text('deposit.closed.title', { method: resolveName(method.text, locale.tag) })}
              </b>
              <Reason unavailable={closure.unavailable} />
              <p>{text('deposit.closed.kept')}</p>
            </>
          )}
        </Notice>
      </div>
      <Button onClick={() => navigate({ to: list })}>
        {text(closure.kind === 'player' ? 'deposit.closed.list' : 'deposit.closed.choose')}
      </Button>
    </div>
  );
}

function Reason({ unavailable }: Pick<PaymentMethod, 'unavailable'>) {
  const text = useText();
  const { locale } = useSession();
  if (unavailable === undefined) return null;
  const time = describeReturn(unavailable, locale.format);
  return (
    <p>
      {text(`method.unavailable.${unavailable.reason}`)}.{' '}
      {time !== null && `${text('method.unavailable.until', { time })}.`}
    </p>
  );
}
