import type { CallResponse, PaymentMethod } from '@kassa/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Session, useSession } from '../../session/session.ts';
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts';

type SavedDetailsList = CallResponse<'saved-details-list'>;

/** The first part of every {@link savedDetailsQuery}'s key: each payment may change the list. */
export const savedDetailsQueryName = 'saved-details-list';

/** The player's saved details of a method, the last used first. */
function savedDetailsQuery(transport: Session['transport'], { name }: PaymentMethod) {
  return queryOptions({
    queryKey: [savedDetailsQueryName, name],
    queryFn: ({ signal }) =>
      transport.call('saved-details-list', { paymentType: name }, { signal }),
    staleTime: 0,
    // The player can type the details.
    retry: false,
  });
}

/** Returns whether a method has details that can be saved. */
function hasDetails({ fields = [], paysToInstrument }: PaymentMethod): boolean {
  return paysToInstrument === true || fields.some(({ type }) => type !== 'amount');
}

/** Provides the player's saved details of a method; a method without fields has none. */
export function useSavedDetails(method: PaymentMethod) {
  const { transport } = useSession();
  const queryClient = useQueryClient();
  const query = savedDetailsQuery(transport, method);
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: hasDetails(method) });
  // Details that appear or disappear move what is below them.
  const shown = useHeldWhilePressed(data);
  return {
    /** Null while they are unknown. */
    details: shown?.details ?? null,
    /** The reason why they are unknown. */
    error: shown === undefined && !isFetching ? error : null,
    retry: () => void refetch(),
    /** Removes details that the server has deleted. */
    forget: (detailsId: string) =>
      queryClient.setQueryData<SavedDetailsList>(query.queryKey, (known) =>
        known === undefined
          ? known
          : { details: known.details.filter((one) => one.detailsId !== detailsId) },
      ),
  };
}
