import { useState } from 'react';
import { Navigate } from '../../../routing/link.tsx';
import { useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { formOf, keptOrderOf } from '../kept-withdrawal.ts';
import { Confirmation } from './confirmation.tsx';

/** What the player confirms before a withdrawal is created (§2 "confirm"). */
export function WithdrawalConfirmScreen() {
  const session = useSession();
  const search = useSearch();
  const [ordered] = useState(() => keptOrderOf(session));
  // A player who has changed meanwhile has no order.
  return ordered === null ? <Navigate {...formOf(search)} /> : <Confirmation first={ordered} />;
}
