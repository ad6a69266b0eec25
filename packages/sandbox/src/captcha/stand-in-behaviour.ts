import * as z from 'zod/mini';

/** The captcha stand-in's behaviour until it is changed. */
export const standInBehaviourSchema = z.object({
  /**
   * How the script is served: `missing` (404), `empty` (it defines nothing), `silent` (no response
   * before the client's timeout).
   */
  script: z.enum(['normal', 'missing', 'empty', 'silent']),
  /** The number of requests for the script that fail with 503 first; it counts down. */
  scriptFailures: z.int().check(z.minimum(0), z.maximum(100)),
  /**
   * The player's outcome: `ask` shows buttons for all outcomes; `solve` and `close` happen by
   * themselves; `error` fails like without a network; `nothing` reports success without a solution;
   * `stale` solves, but the solution has expired when it is verified.
   */
  player: z.enum(['ask', 'solve', 'close', 'error', 'nothing', 'stale']),
  /** The response to the merchant's server: `refused` rejects every solution. */
  check: z.enum(['normal', 'refused', 'unavailable', 'malformed', 'silent']),
  /** reCAPTCHA v3's score for every player. */
  score: z.number().check(z.minimum(0), z.maximum(1)),
});

export type StandInBehaviour = z.infer<typeof standInBehaviourSchema>;

/** A change; omitted properties stay as they are. */
export const standInChangeSchema = z.partial(standInBehaviourSchema);

export const normalStandInBehaviour: StandInBehaviour = {
  script: 'normal',
  scriptFailures: 0,
  player: 'ask',
  check: 'normal',
  score: 0.9,
};
