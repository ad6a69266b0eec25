import { referenceOf } from '../features/copy/reference-of.ts';
import { toFailure } from '../features/failure/failure.ts';
import { TransportError } from '../transport/transport-error.ts';
import type { ErrorReport } from './error-report.ts';
import type { Search } from './route.ts';
import type { RouteName } from './route-names.ts';

/**
 * Turns an error into data for a history entry. The code that reads it is loaded with the error
 * screen.
 */
export function writeErrorReport(
  error: unknown,
  wanted: { name: RouteName; search: Search },
): ErrorReport {
  const { name } = wanted;
  const search = Object.fromEntries(
    Object.entries(wanted.search).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    ),
  );
  const report = {
    message: String(error),
    reference: referenceOf(error),
    wanted: { name, search },
  };
  if (!(error instanceof Error)) return report;
  const { message, stack = '' } = error;
  if (!(error instanceof TransportError)) return { ...report, message, stack };
  const { reference = report.reference } = error;
  return { ...report, message, stack, reference, failure: toFailure(error) };
}
