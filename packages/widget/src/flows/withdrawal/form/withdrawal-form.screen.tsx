import { useSearch } from '../../../routing/use-router.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { OfferedForm } from './offered-form.tsx';

/** The form of the chosen method (§2 "redirect", "group redirect"). */
export function WithdrawalFormScreen() {
  const { method: inAddress, group } = useSearch();
  const chosen = useSessionStore((store) => store.chosenMethods.withdrawal);
  return (
    <OfferedForm
      name={inAddress ?? chosen}
      formOf={(method) => ({
        to: group === undefined ? 'Withdrawal redirect' : 'Withdrawal group',
        search: { method, group },
      })}
    />
  );
}
