import { useText } from '../../../i18n/text.ts';
import { Navigate } from '../../../routing/link.tsx';
import { useSearch } from '../../../routing/use-router.ts';
import { Screen } from '../../../ui/screen.tsx';
import { groupTitle } from '../../method-list/group-title.ts';
import { OneSection } from '../../method-list/offer.tsx';
import { useWithdrawal } from '../withdrawal.query.ts';

/** The withdrawal methods of a group (§2 "group list"). */
export function WithdrawalGroupScreen() {
  const text = useText();
  const { group: name } = useSearch();
  const catalogue = useWithdrawal();
  const group = catalogue?.groups.find((candidate) => candidate.name === name);
  if (catalogue === undefined || group === undefined) return <Navigate to="Withdrawal list" />;
  return (
    <Screen>
      <OneSection
        title={groupTitle(group, text)}
        methods={catalogue.methods.filter((method) => group.paymentMethods.includes(method.name))}
        currency={catalogue.currency}
        country={catalogue.country}
        targetOf={(method) => ({
          to: 'Withdrawal group',
          search: { method: method.name, group: name },
        })}
      />
    </Screen>
  );
}
