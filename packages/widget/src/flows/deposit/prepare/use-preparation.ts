import type { CallRequest, FieldDefinition, PaymentMethod, Requisite } from '@kassa/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Session, useSession } from '../../../session/session.ts';
import { useMethods } from '../deposit.queries.ts';

/** What a provider shows and asks for before a deposit is created. */
interface Preparation {
  /** Those of type `QR`, in whatever case, are left out (§3 "Indian prepare data"). */
  details: readonly Requisite[];
  /** Besides the method's own. */
  fields: readonly FieldDefinition[];
}

type FoundPreparation =
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry: () => void }
  | ({ kind: 'ready' } & Preparation);

/** Prepares a deposit by a method that needs it (§3 `isPreparationRequired`); no other is asked for. */
export function usePreparation(method: PaymentMethod): FoundPreparation {
  const { transport } = useSession();
  const { catalogue } = useMethods();
  const isRequired = method.isPreparationRequired === true;
  const { data, error, isFetching, refetch } = useQuery({
    ...preparationQuery(transport, {
      paymentMethod: method.name,
      currency: catalogue?.currency,
      selectedCountry: catalogue?.country,
    }),
    enabled: isRequired,
  });
  if (!isRequired) return nothing;
  if (data !== undefined) return { kind: 'ready', ...data };
  if (error === null || isFetching) return { kind: 'loading' };
  return { kind: 'failed', error, retry: () => void refetch() };
}

const nothing: FoundPreparation = { kind: 'ready', details: [], fields: [] };

function preparationQuery(
  transport: Session['transport'],
  request: CallRequest<'deposit-prepare'>,
) {
  return queryOptions({
    queryKey: ['deposit-prepare', request],
    queryFn: async ({ signal }): Promise<Preparation> => {
      const prepared = await transport.call('deposit-prepare', request, { signal });
      const details = prepared.details.filter(({ type }) => type?.toUpperCase() !== 'QR');
      return { details, fields: prepared.fields };
    },
    // It is of this moment: whoever comes to the form again is told anew. While they are at it, it stays.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
