import * as z from 'zod/mini';

/**
 * The statuses of a claim: the player's report that they have paid and nothing was credited. A claim
 * changes no money (design §3.2).
 */
export const claimStatuses = [
  /** The operator looks for the money. */
  'open',
  /** The operator asks the player for a better proof. */
  'moreNeeded',
  /** The money was found and credited. */
  'credited',
  /** The operator found no such payment. */
  'refused',
] as const;

export type ClaimStatus = (typeof claimStatuses)[number];

/** A claim as its player sees it. */
export const claimSchema = z.object({
  claimId: z.string(),
  status: z.enum(claimStatuses),
  /** ISO 8601. */
  openedAt: z.string(),
  /** The time by which the operator answers, ISO 8601. */
  dueAt: z.string(),
  /** The time of the operator's last answer, ISO 8601. */
  answeredAt: z.optional(z.string()),
  /** The operator's words for the player. */
  message: z.optional(z.string()),
  /** The number of files that the player has sent. */
  proofs: z.number(),
});

export type Claim = z.infer<typeof claimSchema>;

/** The largest file of a proof, in bytes. */
export const mostProofBytes = 5 * 1024 * 1024;

/** The most files of one claim. */
export const mostProofs = 5;
