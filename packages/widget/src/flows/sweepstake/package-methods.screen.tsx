import { Disclaimer } from '../../features/coin-package/disclaimer.tsx';
import { OrderCard } from '../../features/coin-package/order-card.tsx';
import { useText } from '../../i18n/text.ts';
import { useSearch } from '../../routing/use-router.ts';
import { Screen } from '../../ui/screen.tsx';
import { useMethods } from '../deposit/deposit.queries.ts';
import { depositTargets } from '../deposit/list/deposit-targets.ts';
import { ListContent } from '../list/list-content.tsx';
import { OneSection } from '../method-list/offer.tsx';

/** The methods with which the chosen package can be paid (§2 "Sweepstake deposit methods"). */
export function PackageMethodsScreen() {
  const text = useText();
  const { box } = useSearch();
  const { catalogue, error } = useMethods();
  return (
    <ListContent
      content={catalogue}
      error={error}
      isEmpty={({ methods, block }) => methods.length === 0 || block !== undefined}
      list="Deposit list"
    >
      {({ currency, country, methods }) => (
        <Screen>
          <OrderCard />
          <OneSection
            title={text('deposit.group.count', { count: methods.length })}
            methods={methods}
            currency={currency}
            country={country}
            targetOf={(method) => {
              const { to, search } = depositTargets.targetOf(method);
              return { to, search: { box, ...search } };
            }}
          />
          <Disclaimer />
        </Screen>
      )}
    </ListContent>
  );
}
