import type { User } from '@kassa/contract';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { readTokenSubject } from '../host/token-claims.ts';
import { readStoredUser, writeStoredUser } from '../storage/stored-settings.ts';
import { type Session, useSession } from './session.ts';

const userKey = ['user-get'] as const;

/**
 * The signed-in player with their balance. After a reload the stored player shows until it is
 * loaded.
 */
function userQuery({ transport, hostData, product }: Session) {
  return queryOptions<User, Error, User, typeof userKey>({
    queryKey: userKey,
    queryFn: async ({ signal }) =>
      keepUser(product, await transport.call('user-get', {}, { signal })),
    placeholderData: () => readStoredUser(product, readTokenSubject(hostData.token)) ?? undefined,
  });
}

/** Keeps the player for a reload of this tab (§3). */
function keepUser(product: string, user: User): User {
  writeStoredUser(product, user);
  return user;
}

/** Updates the cached player by the `login.token` pushes. */
export function followUserPushes(
  { transport, product }: Pick<Session, 'transport' | 'product'>,
  queryClient: QueryClient,
): () => void {
  return transport.onPush((push) => {
    if (push.name === 'login.token') {
      queryClient.setQueryData(userKey, keepUser(product, push.data));
    }
  });
}

/** Loads the balance again, after a deposit changed it. */
export function refreshUser(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: userKey });
}

/** Provides the signed-in player as a query. */
export function useUser() {
  return useQuery(userQuery(useSession()));
}
