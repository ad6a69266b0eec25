import type { PaymentMethod } from '@kassa/contract';
import { useCallback, useMemo } from 'react';
import { useText } from '../../../i18n/text.ts';
import { Navigate } from '../../../routing/link.tsx';
import { useSearch } from '../../../routing/use-router.ts';
import { Screen } from '../../../ui/screen.tsx';
import { methodsOfGroup } from '../../method-list/arrange-methods.ts';
import { OneSection } from '../../method-list/offer.tsx';
import { useMethods } from '../deposit.queries.ts';
import { targetInGroup } from './deposit-targets.ts';

/** The methods of one group (§2 "group list"), under the group's title. */
export function DepositGroupScreen() {
  const text = useText();
  const { group: name } = useSearch();
  const { catalogue } = useMethods();
  const methods = useMemo(() => {
    const group = catalogue?.groups.find((candidate) => candidate.name === name);
    return catalogue === undefined || group === undefined
      ? []
      : methodsOfGroup(catalogue.methods, group);
  }, [catalogue, name]);
  const targetOf = useCallback((method: PaymentMethod) => targetInGroup(method, name), [name]);
  if (catalogue === undefined || methods.length === 0) return <Navigate to="Deposit list" />;
  return (
    <Screen>
      <OneSection
        title={text('deposit.group.count', { count: methods.length })}
        methods={methods}
        currency={catalogue.currency}
        country={catalogue.country}
        targetOf={targetOf}
      />
    </Screen>
  );
}
