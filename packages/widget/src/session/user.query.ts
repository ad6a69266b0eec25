import type { User } from '@kassa/contract';
import {
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { readTokenSubject } from '../host/token-claims.ts';
import { readStoredUser, writeStoredUser } from '../storage/stored-settings.ts';
import { useIsHydrated } from '../ui/use-is-hydrated.ts';
import { type Session, useSession } from './session.ts';

const userKey = ['user-get'] as const;

/**
 * The signed-in player with their balance. After a reload the stored player shows until it is
 * loaded.
 */
function userQuery(session: Session) {
  return queryOptions<User, Error, User, typeof userKey>({
    queryKey: userKey,
    queryFn: async ({ signal }) =>
      keepUser(session, await session.transport.call('user-get', {}, { signal })),
    placeholderData: () => {
      const { playerKey, hostData } = session;
      return readStoredUser(playerKey, readTokenSubject(hostData.token)) ?? undefined;
    },
    // Another tab may have paid, and without a socket no push says so.
    refetchOnWindowFocus: 'always',
  });
}

/** Keeps the current player for a reload of this tab (§3). */
function keepUser({ playerKey, hostData }: PlayerOfSession, user: User): User {
  // A push may still be of the player before.
  if (user.id === readTokenSubject(hostData.token)) writeStoredUser(playerKey, user);
  return user;
}

type PlayerOfSession = Pick<Session, 'playerKey' | 'hostData'>;

/**
 * Updates the cached player by the `login.token` pushes, and loads the balance again when a deposit or
 * withdrawal of any tab or device changed.
 */
export function followUserPushes(
  session: PlayerOfSession & Pick<Session, 'transport'>,
  queryClient: QueryClient,
): () => void {
  return session.transport.onPush((push) => {
    if (push.name === 'login.token') {
      queryClient.setQueryData(userKey, keepUser(session, push.data));
    } else if (push.name !== 'methods.changed') {
      void refreshUser(queryClient);
    }
  });
}

/** Loads the balance again, after a deposit or withdrawal changed it. */
export function refreshUser(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: userKey });
}

/** The player while the server's markup is taken over, which knows none. */
const unknownUser = {
  data: undefined,
  error: null,
  isError: false,
  isPlaceholderData: false,
  dataUpdatedAt: 0,
} satisfies Partial<UseQueryResult<User>>;

/** Provides the signed-in player as a query. */
export function useUser(): Pick<UseQueryResult<User>, keyof typeof unknownUser> {
  const query = useQuery(userQuery(useSession()));
  // Kept from an earlier page, it would be there at once.
  return useIsHydrated() ? query : unknownUser;
}

/** Provides the signed-in player as far as the server has told them already; loads nothing. */
export function useKnownUser(): User | undefined {
  const { data, isPlaceholderData } = useQuery({ ...userQuery(useSession()), enabled: false });
  return isPlaceholderData ? undefined : data;
}
