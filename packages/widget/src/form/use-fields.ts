import type { FieldType } from '@kassa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { type Fields, loadFields } from '../fields/registry.ts';

export interface FieldsQuery {
  fields: Fields | undefined;
  /** All of them are there. */
  isComplete: boolean;
  error: Error | null;
  retry: () => void;
}

/** Loads the fields of a form; tests and stories bring their own. */
export const LoadFieldsContext = createContext<typeof loadFields>(loadFields);

/** Phones lose the network for moments: so often the code is asked for again. */
const retries = 2;

/** The code of a form's fields, by type. While that of added fields is loading, the others' is there. */
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
