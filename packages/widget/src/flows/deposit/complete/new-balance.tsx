import { useState } from 'react';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useUser } from '../../../session/user.query.ts';
import { Detail } from '../../../ui/detail.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/**
 * The balance after a deposit was credited. Only a balance that was loaded, or pushed, since then is
 * shown; until then there is room for it, and nothing if it can't be loaded.
 */
export function NewBalance() {
  const text = useText();
  const money = useMoney();
  const [creditedAt] = useState(Date.now);
  const { data, dataUpdatedAt, isPlaceholderData, isError } = useUser();
  const isNew = data !== undefined && !isPlaceholderData && dataUpdatedAt >= creditedAt;
  if (isError && !isNew) return null;
  return (
    <Detail name={text('complete.balance')}>
      {isNew ? (
        <b>{money(data.balanceData.primary.amount, data.balanceData.primary.currency)}</b>
      ) : (
        <Skeleton shape="line" />
      )}
    </Detail>
  );
}
