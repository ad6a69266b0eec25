import { useText } from '../../../i18n/text.ts';
import { useSearch } from '../../../routing/use-router.ts';
import { Screen } from '../../../ui/screen.tsx';
import { ListContent } from '../../list/list-content.tsx';
import { methodsOfGroup } from '../../method-list/arrange-methods.ts';
import { groupTitle } from '../../method-list/group-title.ts';
import { OneSection } from '../../method-list/offer.tsx';
import { useWithdrawal } from '../withdrawal.query.ts';

/** The withdrawal methods of a group (§2 "group list"). */
export function WithdrawalGroupScreen() {
  const text = useText();
  const { group: name } = useSearch();
  const { catalogue, error } = useWithdrawal();
  const group = catalogue?.groups.find((candidate) => candidate.name === name);
  const methods =
    catalogue === undefined || group === undefined ? [] : methodsOfGroup(catalogue.methods, group);
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
            title={group === undefined ? '' : groupTitle(group, text)}
            methods={methods}
            currency={currency}
            country={country}
            targetOf={(method) => ({
              to: 'Withdrawal group',
              search: { method: method.name, group: name },
            })}
          />
        </Screen>
      )}
    </ListContent>
  );
}
