import * as z from 'zod/mini';

const schema = z.object({ isStartedBefore: z.literal(true) });

/** Tells the page of a deposit, as data of the navigation, that the player didn't create it just now. */
export const startedBefore: z.infer<typeof schema> = { isStartedBefore: true };

/** Returns whether a navigation's data are {@link startedBefore}. */
export function isStartedBefore(data: unknown): boolean {
  return schema.safeParse(data).success;
}
