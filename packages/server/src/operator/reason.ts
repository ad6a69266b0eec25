import * as z from 'zod/mini';

/** Why a person did something: for whoever reads the history later. */
export const reasonSchema = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));
