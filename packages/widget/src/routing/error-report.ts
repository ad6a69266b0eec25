import * as z from 'zod/mini';
import { toFailure } from '../features/failure/failure.ts';
import { TransportError } from '../transport/transport-error.ts';

const errorReportSchema = z.object({
  message: z.string(),
  stack: z.optional(z.string()),
  /** Where a call failed: its own account, with the reference for support. */
  failure: z.optional(
    z.object({
      kind: z.enum(['network', 'refused', 'unsupported']),
      code: z.string(),
      message: z.string(),
      params: z.record(z.string(), z.string()),
      reference: z.optional(z.string()),
    }),
  ),
});

/** What the error screen is told, in its history entry: message and stack of §2, and the failure. */
export type ErrorReport = z.infer<typeof errorReportSchema>;

/** Takes an error down as a history entry can hold it. */
export function writeErrorReport(error: unknown): ErrorReport {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack = '' } = error;
  if (!(error instanceof TransportError)) return { message, stack };
  return { message, stack, failure: toFailure(error) };
}

/** Reads a history entry; one that holds no report is an 'Unknown error' (§2). */
export function readErrorReport(data: unknown): ErrorReport {
  return errorReportSchema.safeParse(data).data ?? { message: 'Unknown error' };
}
