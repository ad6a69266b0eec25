import * as z from 'zod/mini';
import { failureKinds } from '../features/failure/failure.ts';

const errorReportSchema = z.object({
  message: z.string(),
  stack: z.optional(z.string()),
  /** The server's for a failed call, or one that the host is told with the error. */
  reference: z.optional(z.string()),
  /** The failed call; only where a call failed. */
  failure: z.optional(
    z.object({
      kind: z.enum(failureKinds),
      code: z.string(),
      message: z.string(),
      params: z.record(z.string(), z.string()),
      status: z._default(z.number(), 0),
      reference: z.optional(z.string()),
    }),
  ),
  /** The screen that was requested, for another attempt. */
  wanted: z.optional(z.object({ name: z.string(), search: z.record(z.string(), z.string()) })),
});

/** The error screen's data, in its history entry: message and stack of §2, and the failure. */
export type ErrorReport = z.infer<typeof errorReportSchema>;

/** Reads a history entry; an entry without a report is an 'Unknown error' (§2). */
export function readErrorReport(data: unknown): ErrorReport {
  return errorReportSchema.safeParse(data).data ?? { message: 'Unknown error' };
}
