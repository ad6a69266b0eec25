import type { PaymentMethod } from '@kassa/contract';
import { useCallback, useMemo } from 'react';
import { useText } from '../../../i18n/text.ts';
import { useSearch } from '../../../routing/use-router.ts';
import { Screen } from '../../../ui/screen.tsx';
import { ListContent } from '../../list/list-content.tsx';
import { methodsOfGroup } from '../../method-list/arrange-methods.ts';
import { OneSection } from '../../method-list/offer.tsx';
import { useMethods } from '../deposit.queries.ts';
import { hasOwnList } from '../method-kinds.ts';
import { targetInGroup } from './deposit-targets.ts';

/** The methods of one group (§2 "group list"), under the group's title. */
export function DepositGroupScreen() {
  const text = useText();
  const { group: name = '' } = useSearch();
  const { catalogue, error } = useMethods();
  const methods = useMemo(() => {
    const group = catalogue?.groups.find((candidate) => candidate.name === name);
    return catalogue === undefined || group === undefined
      ? []
      : methodsOfGroup(catalogue.methods, group);
  }, [catalogue, name]);
  const targetOf = useCallback((method: PaymentMethod) => targetInGroup(method, name), [name]);
  return (
    <ListContent
      content={catalogue}
      error={error}
      isEmpty={({ block }) => methods.length === 0 || block !== undefined}
      list="Deposit list"
    >
      {({ currency, country }) => (
        <Screen>
          <OneSection
            title={text('deposit.group.count', { count: methods.length })}
            methods={methods}
            currency={currency}
            country={country}
            targetOf={targetOf}
            // §2: of the lists that show a group only those of its kind's own are always searched.
            isAlwaysSearched={hasOwnList({ name })}
          />
        </Screen>
      )}
    </ListContent>
  );
}
