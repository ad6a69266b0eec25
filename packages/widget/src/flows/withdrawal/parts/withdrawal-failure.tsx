import { currencySchema, decimalSchema } from '@kassa/contract';
import { useEffect, useRef } from 'react';
import { Reference } from '../../../features/copy/reference.tsx';
import { describeFailure, type Failure } from '../../../features/failure/failure.ts';
import { resolveName, useMoney, useText } from '../../../i18n/text.ts';
import { useNavigate } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useWithdrawal } from '../withdrawal.query.ts';
import styles from './withdrawal-failure.module.css';

interface WithdrawalFailureProps {
  failure: Failure;
  currency: string;
}

/** Tells why a withdrawal isn't possible like this, and the way on. It stays until the next press. */
export function WithdrawalFailure({ failure, currency }: WithdrawalFailureProps) {
  const text = useText();
  const navigate = useNavigate();
  const describe = useFailureWords(currency);
  const source = useSourceOf()(failure);
  const place = useRef<HTMLDivElement>(null);
  // The form above it may be long.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure comes into sight
  useEffect(() => {
    // Its return value is no clean-up.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <div className={styles.failure} ref={place} role="alert">
      <Notice tone="warn">
        {describe(failure)}
        {failure.kind === 'refused' && isTechnical(failure) && failure.reference !== undefined && (
          <Reference reference={failure.reference} />
        )}
      </Notice>
      {source !== null && (
        <Button
          look="soft"
          onClick={() => navigate({ to: 'Withdrawal redirect', search: { method: source.method } })}
        >
          {text('withdrawal.closedLoop.use', { method: source.name })}
        </Button>
      )}
    </div>
  );
}

/** Support finds these by their reference; the others are the player's to correct. */
function isTechnical({ code }: Failure): boolean {
  return /^(server\.|provider\.|wallet\.|payout\.(screening|thirdParty))/.test(code);
}

/** Provides the words of a failure, with the amounts that it is about. */
function useFailureWords(currency: string) {
  const text = useText();
  const money = useMoney();
  const source = useSourceOf();
  return (failure: Failure): string => {
    const { code, params } = failure;
    const sum = readMoney(params, currency);
    if (failure.kind === 'network') return text('socket.networkError');
    if (code === 'payout.turnover' && sum !== null) {
      return text('withdrawal.obstacle.turnover.text', { amount: money(sum.amount, sum.currency) });
    }
    const from = source(failure);
    if (from !== null && sum !== null) {
      const amount = money(sum.amount, sum.currency);
      return text('withdrawal.closedLoop.text', { amount, method: from.name });
    }
    return describeFailure(failure, text, 'common.errors.server.error');
  };
}

function readMoney({ amount, currency = '' }: Record<string, string>, fallback: string) {
  const { data } = decimalSchema.safeParse(amount);
  const { data: named = fallback } = currencySchema.safeParse(currency);
  return data === undefined ? null : { amount: data, currency: named };
}

/** Provides the method by which money has to go back first; null where it isn't on offer. */
function useSourceOf() {
  const { locale } = useSession();
  const { catalogue } = useWithdrawal();
  return ({ code, params }: Failure): { method: string; name: string } | null => {
    if (code !== 'payout.closedLoop') return null;
    const method = catalogue?.methods.find(({ name }) => name === params.method);
    if (method === undefined) return null;
    return { method: method.name, name: resolveName(method.text, locale.tag) };
  };
}
