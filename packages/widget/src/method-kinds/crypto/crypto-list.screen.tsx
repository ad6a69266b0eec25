import { useMethods } from '../../flows/deposit/deposit.queries.ts';
import { OneSection } from '../../flows/method-list/offer.tsx';
import { useText } from '../../i18n/text.ts';
import { Navigate } from '../../routing/link.tsx';
import { useSearch } from '../../routing/use-router.ts';
import { Screen } from '../../ui/screen.tsx';
import { kind } from './kind.ts';

/** All coins on offer (§2 "Crypto list"). */
export function CryptoListScreen() {
  const text = useText();
  const { group } = useSearch();
  const { catalogue } = useMethods();
  const methods = catalogue?.methods.filter(({ category }) => kind.categories?.includes(category));
  if (catalogue === undefined || methods === undefined || methods.length === 0) {
    return <Navigate to="Deposit list" />;
  }
  return (
    <Screen>
      <OneSection
        title={text('group.crypto')}
        methods={methods}
        currency={catalogue.currency}
        targetOf={({ name }) => ({ to: kind.entry, search: { method: name, group } })}
      />
    </Screen>
  );
}
