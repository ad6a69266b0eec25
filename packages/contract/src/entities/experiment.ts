import * as z from 'zod/mini';

/** The player's group in an experiment, as assigned by the host (§3). */
export const experimentSchema = z.object({ key: z.string(), group: z.string() });
export type Experiment = z.infer<typeof experimentSchema>;
