import type { PaymentMethod } from '@kassa/contract';
import { useCallback, useMemo } from 'react';
import { hasCryptoBonus, isCryptoMethod } from '../../features/bonus/crypto-bonus.ts';
import { Disclaimer } from '../../features/coin-package/disclaimer.tsx';
import { OrderCard } from '../../features/coin-package/order-card.tsx';
import { useChosenBox } from '../../features/coin-package/use-chosen-box.ts';
import { useMethods } from '../../flows/deposit/deposit.queries.ts';
import { BonusSlot } from '../../flows/deposit/list/bonus-slot.tsx';
import { targetInGroup } from '../../flows/deposit/list/deposit-targets.ts';
import { useCryptoBadge } from '../../flows/deposit/list/use-crypto-badge.ts';
import { ListContent } from '../../flows/list/list-content.tsx';
import { methodsOfGroup, sortByPosition } from '../../flows/method-list/arrange-methods.ts';
import { OneSection } from '../../flows/method-list/offer.tsx';
import { useText } from '../../i18n/text.ts';
import type { Target } from '../../routing/route.ts';
import { useSearch } from '../../routing/use-router.ts';
import { useSession } from '../../session/session.ts';
import { Screen } from '../../ui/screen.tsx';
import { mergeNetworks } from './merge-networks.ts';

/**
 * The methods of the chosen group, with the bonus for crypto (§2 "Crypto list"): coins, and the
 * group's other methods, such as buying coins. A coin is listed once, whatever its networks. Without a
 * group it lists all coins.
 */
export function CryptoListScreen() {
  const text = useText();
  const { hostData } = useSession();
  const { group: name } = useSearch();
  const { catalogue, error } = useMethods();
  const boxId = useChosenBox()?.boxId;
  const { methods, coins } = useMemo(() => {
    const group = catalogue?.groups.find((candidate) => candidate.name === name);
    const all = catalogue?.methods ?? [];
    return mergeNetworks(
      group === undefined ? sortByPosition(all.filter(isCryptoMethod)) : methodsOfGroup(all, group),
    );
  }, [catalogue, name]);
  const targetOf = useCallback(
    (method: PaymentMethod): Target => {
      const coin = coins.get(method.name);
      const target =
        coin === undefined
          ? targetInGroup(method, name)
          : { to: 'Crypto address' as const, search: { coin, group: name } };
      return { ...target, search: { ...target.search, box: boxId } };
    },
    [coins, name, boxId],
  );
  const isBonus = hasCryptoBonus(hostData, methods);
  const badgeOf = useCryptoBadge(isBonus);
  return (
    <ListContent
      content={catalogue}
      error={error}
      isEmpty={({ block }) => methods.length === 0 || block !== undefined}
      list="Deposit list"
    >
      {({ currency, country }) => (
        <Screen>
          <OrderCard />
          <BonusSlot isCrypto={isBonus} />
          <OneSection
            title={text('deposit.group.count', { count: methods.length })}
            methods={methods}
            currency={currency}
            country={country}
            targetOf={targetOf}
            badgeOf={badgeOf}
            isAlwaysSearched
          />
          {boxId !== undefined && <Disclaimer />}
        </Screen>
      )}
    </ListContent>
  );
}
