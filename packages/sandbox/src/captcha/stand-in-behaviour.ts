import * as z from 'zod/mini';

/** How the captcha stand-in behaves, until told otherwise. */
export const standInBehaviourSchema = z.object({
  /**
   * How the script is served: `missing` (404), `empty` (it defines nothing), `silent` (no answer for
   * as long as anybody waits).
   */
  script: z.enum(['normal', 'missing', 'empty', 'silent']),
  /** So many requests for the script fail with 503 before that; it counts down. */
  scriptFailures: z.int().check(z.minimum(0), z.maximum(100)),
  /**
   * What becomes of the player: `ask` shows buttons for all of this; `solve` and `close` need no hand;
   * `error` fails as for want of a network; `nothing` says that it is solved and has no solution;
   * `stale` solves, and the solution is too old by the time that it is checked.
   */
  player: z.enum(['ask', 'solve', 'close', 'error', 'nothing', 'stale']),
  /** What the merchant's server is told: `refused` whatever it asks about. */
  check: z.enum(['normal', 'refused', 'unavailable', 'malformed', 'silent']),
  /** reCAPTCHA v3's, for everybody. */
  score: z.number().check(z.minimum(0), z.maximum(1)),
});

export type StandInBehaviour = z.infer<typeof standInBehaviourSchema>;

/** A change: what is left out stays as it is. */
export const standInChangeSchema = z.partial(standInBehaviourSchema);

export const normalStandInBehaviour: StandInBehaviour = {
  script: 'normal',
  scriptFailures: 0,
  player: 'ask',
  check: 'normal',
  score: 0.9,
};
