import { useSearch } from '../../../routing/use-router.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { useOfferedMethod } from '../../deposit/use-chosen-method.ts';
import { ListContent } from '../../list/list-content.tsx';
import { useWithdrawal } from '../withdrawal.query.ts';
import { WithdrawalForm } from './withdrawal-form.tsx';

/** The form of the chosen method (§2 "redirect", "group redirect"). */
export function WithdrawalFormScreen() {
  const { method: inAddress, group } = useSearch();
  const chosen = useSessionStore((store) => store.chosenMethods.withdrawal);
  const { catalogue, error } = useWithdrawal();
  const offered = useOfferedMethod(catalogue, inAddress ?? chosen);
  return (
    <ListContent
      content={catalogue}
      error={error}
      isEmpty={() => offered === null}
      list="Withdrawal list"
    >
      {({ currency, country }) =>
        offered !== null && (
          <WithdrawalForm
            key={offered.method.name}
            {...offered}
            currency={currency}
            country={country}
            form={{
              to: group === undefined ? 'Withdrawal redirect' : 'Withdrawal group',
              search: { method: offered.method.name, group },
            }}
          />
        )
      }
    </ListContent>
  );
}
