import type { User } from '@kassa/contract';
import { useState } from 'react';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useKnownUser, useUser } from '../../../session/user.query.ts';
import { useCountUp } from './count-up.ts';
import styles from './new-balance.module.css';

export type Balance = User['balanceData']['primary'];

/** Returns the balance that the server told last before the deposit was credited; null if none. */
export function useBalanceBefore(isCredited: boolean): Balance | null {
  const known = useKnownUser()?.balanceData.primary ?? null;
  const [before, setBefore] = useState(known);
  if (!isCredited && known !== before) setBefore(known);
  return before;
}

/**
 * The balance after a deposit was credited. Only a balance that was loaded, or pushed, since then is
 * shown; until then there is room for it, and nothing if it can't be loaded.
 */
export function NewBalance({ before }: { before: Balance | null }) {
  const [creditedAt] = useState(Date.now);
  const { data, dataUpdatedAt, isPlaceholderData, isError } = useUser();
  const isNew = data !== undefined && !isPlaceholderData && dataUpdatedAt >= creditedAt;
  if (isError && !isNew) return null;
  return (
    <p className={styles.balance}>
      {isNew && <BalanceNow before={before} now={data.balanceData.primary} />}
    </p>
  );
}

/** Stands for the amount in the sentence around it. */
const place = '\uE000';

/** The sentence with the balance. A screen reader hears the last amount, and no step before. */
function BalanceNow({ before, now }: { before: Balance | null; now: Balance }) {
  const text = useText();
  const money = useMoney();
  const { amount: to, currency } = now;
  const from = before?.currency === currency ? before.amount : null;
  const counted = useCountUp({ from, to, currency });
  const [start, end] = text('complete.balanceNow', { amount: place }).split(place);
  return (
    <>
      {start}
      <b className={styles.amount}>
        {/* It takes the room of the last amount from the start. */}
        <bdi data-waits={counted !== null || undefined}>{money(to, currency)}</bdi>
        {counted !== null && <bdi aria-hidden="true">{money(counted, currency)}</bdi>}
      </b>
      {end}
    </>
  );
}
