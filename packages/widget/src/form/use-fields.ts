import type { FieldType } from '@kassa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { type Fields, loadFields } from '../fields/registry.ts';

export interface FieldsQuery {
  fields: Fields | undefined;
  /** The code of all fields is loaded. */
  isComplete: boolean;
  error: Error | null;
  retry: () => void;
}

/** Loads the fields of a form; tests and stories bring their own. */
export const LoadFieldsContext = createContext<typeof loadFields>(loadFields);

/** The number of further attempts to load the code: phones lose the network for moments. */
const retries = 2;

/**
 * Loads the code of a form's fields, by type. The code of present fields stays available while that
 * of added fields loads.
 */
export function useFields(types: readonly FieldType[]): FieldsQuery {
  const load = use(LoadFieldsContext);
  const needed = [...new Set(types)].sort();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['form-fields', ...needed],
    queryFn: () => load(needed),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: retries,
  });
  return {
    fields: data,
    isComplete: data !== undefined && !isPlaceholderData,
    error,
    retry: () => void refetch(),
  };
}
