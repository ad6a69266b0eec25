import * as z from 'zod/mini';

/** The group of a player: the token's claim `group`. */
export const playerGroupSchema = z
  .string()
  .check(z.regex(/^[^\p{Cc}\p{Cs}]{1,32}$/u, 'must have 1 to 32 characters'));
