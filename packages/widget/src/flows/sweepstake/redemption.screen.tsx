import { useText } from '../../i18n/text.ts';
import { Screen } from '../../ui/screen.tsx';
import BlockedList from '../list/blocked-list.tsx';
import { ListContent } from '../list/list-content.tsx';
import { OneSection } from '../method-list/offer.tsx';
import { useWithdrawal } from '../withdrawal/withdrawal.query.ts';
import { cryptoMethods } from './crypto-methods.ts';
import { Disclaimer } from './disclaimer.tsx';

/** The cryptocurrencies in which sweep coins can be redeemed (§2). */
export function RedemptionScreen() {
  const text = useText();
  const { catalogue, error } = useWithdrawal();
  const methods = cryptoMethods(catalogue?.methods ?? []);
  return (
    <ListContent
      content={catalogue}
      error={error}
      isEmpty={({ block }) => methods.length === 0 && block === undefined}
      list="Sweepstake withdrawal methods"
    >
      {({ currency, country, block }) => (
        <Screen>
          {block === undefined ? (
            <OneSection
              title={text('group.crypto')}
              methods={methods}
              currency={currency}
              country={country}
              isAlwaysSearched
              targetOf={({ name }) => ({
                to: 'Sweepstake withdrawal crypto convert',
                search: { method: name },
              })}
            />
          ) : (
            <BlockedList block={block} />
          )}
          <Disclaimer />
        </Screen>
      )}
    </ListContent>
  );
}
