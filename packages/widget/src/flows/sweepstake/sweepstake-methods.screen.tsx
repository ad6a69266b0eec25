import { useText } from '../../i18n/text.ts';
import { useSearch } from '../../routing/use-router.ts';
import { Screen } from '../../ui/screen.tsx';
import { useMethods } from '../deposit/deposit.queries.ts';
import { ListContent } from '../list/list-content.tsx';
import { OneSection } from '../method-list/offer.tsx';
import { cryptoMethods } from './crypto-methods.ts';
import { Disclaimer } from './disclaimer.tsx';
import { OrderCard } from './order-card.tsx';

/** The cryptocurrencies with which the chosen package can be paid (§2 "Crypto list"). */
export function SweepstakeMethodsScreen() {
  const text = useText();
  const { box } = useSearch();
  const { catalogue, error } = useMethods();
  const methods = cryptoMethods(catalogue?.methods ?? []);
  return (
    <ListContent
      content={catalogue}
      error={error}
      isEmpty={({ block }) => methods.length === 0 || block !== undefined}
      list="Sweepstake deposit list"
    >
      {({ currency, country }) => (
        <Screen>
          <OrderCard />
          <OneSection
            title={text('group.crypto')}
            methods={methods}
            currency={currency}
            country={country}
            isAlwaysSearched
            targetOf={({ name }) => ({
              to: 'Sweepstake deposit crypto address',
              search: { box, method: name },
            })}
          />
          <Disclaimer />
        </Screen>
      )}
    </ListContent>
  );
}
