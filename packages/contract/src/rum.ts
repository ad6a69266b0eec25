import * as z from 'zod/mini';

/** The widget's measurements: web vitals, and the time of each stage of its start. */
export const rumNames = [
  'CLS',
  'FCP',
  'INP',
  'LCP',
  'TTFB',
  'handshake',
  'locale',
  'init',
  'full-loaded',
  'route',
  'first_show_submit_delay',
] as const;

export const rumItemSchema = z.object({
  name: z.enum(rumNames),
  /** Milliseconds; a plain number for CLS. */
  value: z.number().check(z.nonnegative(), z.maximum(3_600_000)),
  /** The screen's path under the product. */
  path: z.string().check(z.maxLength(100)),
});

export type RumItem = z.infer<typeof rumItemSchema>;

/** A batch for `POST /{product}/rum`. It identifies no player. */
export const rumBatchSchema = z.object({
  version: z.string().check(z.maxLength(20)),
  items: z.array(rumItemSchema).check(z.minLength(1), z.maxLength(50)),
});

export type RumBatch = z.infer<typeof rumBatchSchema>;
