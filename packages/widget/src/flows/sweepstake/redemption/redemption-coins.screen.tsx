import { Disclaimer } from '../../../features/coin-package/disclaimer.tsx';
import { useText } from '../../../i18n/text.ts';
import { Screen } from '../../../ui/screen.tsx';
import { ListContent } from '../../list/list-content.tsx';
import { sortByPosition } from '../../method-list/arrange-methods.ts';
import { OneSection } from '../../method-list/offer.tsx';
import { useWithdrawal } from '../../withdrawal/withdrawal.query.ts';
import { cryptoMethods } from '../crypto-methods.ts';
import { convertTarget } from './redemption.screen.tsx';

/** All coins in which sweep coins can be redeemed, one entry for each network (§2 "crypto list"). */
export function RedemptionCoinsScreen() {
  const text = useText();
  const { catalogue, error } = useWithdrawal();
  const methods = sortByPosition(cryptoMethods(catalogue?.methods ?? []));
  return (
    <ListContent
      content={catalogue}
      error={error}
      isEmpty={({ block }) => methods.length === 0 || block !== undefined}
      list="Withdrawal list"
    >
      {({ currency, country }) => (
        <Screen>
          <OneSection
            title={text('redemption.choose')}
            methods={methods}
            currency={currency}
            country={country}
            isAlwaysSearched
            targetOf={convertTarget}
          />
          <Disclaimer />
        </Screen>
      )}
    </ListContent>
  );
}
