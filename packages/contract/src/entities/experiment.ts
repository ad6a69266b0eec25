import * as z from 'zod/mini';

/** The group that the host has put a player into (§3). */
export const experimentSchema = z.object({ key: z.string(), group: z.string() });
export type Experiment = z.infer<typeof experimentSchema>;
