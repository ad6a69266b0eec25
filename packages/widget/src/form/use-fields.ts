import type { FieldType } from '@kassa/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
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

/** The code of the fields of a form. */
export function fieldsQuery(types: readonly FieldType[], load = loadFields) {
  const needed = [...new Set(types)].sort();
  return queryOptions({
    queryKey: ['form-fields', ...needed],
    queryFn: () => load(needed),
    staleTime: Number.POSITIVE_INFINITY,
    retry: retries,
  });
}

/**
 * Loads the code of a form's fields, by type. The code of present fields stays available while that
 * of added fields loads.
 */
export function useFields(types: readonly FieldType[]): FieldsQuery {
  const load = use(LoadFieldsContext);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...fieldsQuery(types, load),
    placeholderData: keepPreviousData,
  });
  return {
    fields: data,
    isComplete: data !== undefined && !isPlaceholderData,
    error,
    retry: () => void refetch(),
  };
}
