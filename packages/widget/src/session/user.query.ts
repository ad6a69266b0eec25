import { normalizeCurrency, type User } from '@kassa/contract';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Transport } from '../transport/transport.ts';
import { useSession } from './session.ts';

const userKey = ['user-get'] as const;

/** The signed-in player with their balance. */
function userQuery(transport: Transport) {
  return queryOptions({
    queryKey: userKey,
    queryFn: async ({ signal }) => readUser(await transport.call('user-get', {}, { signal })),
  });
}

/** The player as the widget sees them: an account in gold coins counts as one in sweep coins (§3). */
function readUser(user: User): User {
  return { ...user, currency: normalizeCurrency(user.currency) };
}

/** Keeps the player of the cache up to date with the `login.token` pushes. */
export function followUserPushes(transport: Transport, queryClient: QueryClient): () => void {
  return transport.onPush((push) => {
    if (push.name === 'login.token') queryClient.setQueryData(userKey, readUser(push.data));
  });
}

/** Asks for the balance again, after a deposit moved it. */
export function refreshUser(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: userKey });
}

/** The signed-in player as a query. */
export function useUser() {
  return useQuery(userQuery(useSession().transport));
}
