import type { CallResponse, PaymentMethod } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../../session/session.ts';
import { readBin } from './read-bin.ts';

/** The pause after which typing counts as finished. */
const debounceMs = 400;

/**
 * Returns the scheme and bank of the card number in a text (§7), or null while they are unknown.
 * Each BIN is requested once. A failed request stays silent, because a player can pay without the
 * response.
 */
export function useCardIssuer(
  { name }: Pick<PaymentMethod, 'name'>,
  text: string,
): CallResponse<'bank-get'> | null {
  const { transport } = useSession();
  const bin = readBin(text);
  const asked = useSettled(bin);
  const { data = null } = useQuery({
    queryKey: ['bank-get', name, asked] as const,
    queryFn: async () =>
      asked === null
        ? null
        : transport.call('bank-get', { payment_method: name, bin: asked }).catch(() => null),
    // The response for 6 digits is shown until the response for 8 arrives.
    placeholderData: (known, before) =>
      isOfOneCard(asked, before?.queryKey[2] ?? null) ? known : undefined,
    enabled: asked !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return isOfOneCard(bin, asked) ? data : null;
}

/** Whether one BIN is the beginning of the other. */
function isOfOneCard(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  return one.startsWith(other) || other.startsWith(one);
}

/** Returns a value after it has been unchanged for the pause. */
function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
