import { useText } from '../../i18n/text.ts';
import { Screen } from '../../ui/screen.tsx';
import { OneSection } from '../method-list/offer.tsx';
import { useWithdrawal } from '../withdrawal/withdrawal.query.ts';
import { cryptoMethods } from './crypto-methods.ts';
import { Disclaimer } from './disclaimer.tsx';

/** The cryptocurrencies in which sweep coins can be redeemed (§2). */
export function RedemptionScreen() {
  const text = useText();
  const catalogue = useWithdrawal();
  if (catalogue === undefined) return null;
  return (
    <Screen>
      <OneSection
        title={text('group.crypto')}
        methods={cryptoMethods(catalogue.methods)}
        currency={catalogue.currency}
        country={catalogue.country}
        targetOf={({ name }) => ({
          to: 'Sweepstake withdrawal crypto convert',
          search: { method: name },
        })}
      />
      <Disclaimer />
    </Screen>
  );
}
