import type { PaymentMethod } from '@kassa/contract';
import { useCallback, useMemo } from 'react';
import { hasCryptoBonus } from '../../features/bonus/crypto-bonus.ts';
import { useMethods } from '../../flows/deposit/deposit.queries.ts';
import { BonusSlot } from '../../flows/deposit/list/bonus-slot.tsx';
import { sortByPosition } from '../../flows/method-list/arrange-methods.ts';
import { OneSection } from '../../flows/method-list/offer.tsx';
import { useText } from '../../i18n/text.ts';
import { Navigate } from '../../routing/link.tsx';
import { useSearch } from '../../routing/use-router.ts';
import { useSession } from '../../session/session.ts';
import { Screen } from '../../ui/screen.tsx';
import { kind } from './kind.ts';

/** All coins on offer, with the bonus that they bring (§2 "Crypto list"). */
export function CryptoListScreen() {
  const text = useText();
  const { hostData } = useSession();
  const { group } = useSearch();
  const { catalogue } = useMethods();
  const coins = useMemo(() => {
    const isCoin = ({ category }: PaymentMethod) => kind.categories?.includes(category);
    return sortByPosition(catalogue?.methods.filter(isCoin) ?? []);
  }, [catalogue]);
  const targetOf = useCallback(
    ({ name }: PaymentMethod) => ({ to: kind.entry, search: { method: name, group } }),
    [group],
  );
  if (catalogue === undefined || coins.length === 0) return <Navigate to="Deposit list" />;
  return (
    <Screen>
      <BonusSlot isCrypto={hasCryptoBonus(hostData, coins)} />
      <OneSection
        title={text('deposit.group.count', { count: coins.length })}
        methods={coins}
        currency={catalogue.currency}
        targetOf={targetOf}
      />
    </Screen>
  );
}
