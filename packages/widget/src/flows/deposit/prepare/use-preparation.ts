import type { CallRequest, FieldDefinition, PaymentMethod, Requisite } from '@kassa/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Session, useSession } from '../../../session/session.ts';
import { useMethods } from '../deposit.queries.ts';

/** The provider's details and fields before a deposit is created. */
interface Preparation {
  /** Those of type `QR`, in whatever case, are left out (§3 "Indian prepare data"). */
  details: readonly Requisite[];
  /** The fields besides the method's own. */
  fields: readonly FieldDefinition[];
}

type FoundPreparation =
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry: () => void }
  | ({ kind: 'ready' } & Preparation);

/**
 * Prepares a deposit with a method that needs it (§3 `isPreparationRequired`); other methods send
 * no request.
 */
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
    // A preparation is loaded again for each visit of the form, and stays as it is during the
    // visit.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
