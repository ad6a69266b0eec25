import { useText } from '../../../i18n/text.ts';
import { Navigate } from '../../../routing/link.tsx';
import { useSearch } from '../../../routing/use-router.ts';
import { Screen } from '../../../ui/screen.tsx';
import { groupTitle } from '../../method-list/group-tile.tsx';
import { OneSection } from '../../method-list/offer.tsx';
import { useMethods } from '../deposit.queries.ts';
import { targetInGroup } from './deposit-targets.ts';

/** The methods of one group (§2 "group list"). */
export function DepositGroupScreen() {
  const text = useText();
  const { group: name } = useSearch();
  const { catalogue } = useMethods();
  const group = catalogue?.groups.find((candidate) => candidate.name === name);
  if (catalogue === undefined || group === undefined) return <Navigate to="Deposit list" />;
  return (
    <Screen>
      <OneSection
        title={groupTitle(group, text)}
        methods={catalogue.methods.filter((method) => group.paymentMethods.includes(method.name))}
        currency={catalogue.currency}
        targetOf={(method) => targetInGroup(method, name)}
      />
    </Screen>
  );
}
