import type { SubjectKind } from './make-subject.ts';

/** What each field that holds an id names; of one place alone where that stands before it. */
const kinds: Record<string, SubjectKind> = {
  depositId: 'deposit',
  withdrawalId: 'withdrawal',
  paymentSessionId: 'session',
  paymentId: 'payment',
  notificationId: 'notification',
  deliveryId: 'delivery',
  operationId: 'walletOperation',
  keyId: 'key',
  player: 'player',
  blockId: 'block',
  bonusId: 'bonus',
  runId: 'run',
  // Only such a one goes on.
  'deposit-create depositId': 'incompleteDeposit',
};

/** What looks like an id and names nothing of ours, and why. */
const notOurs: Record<string, string> = {
  confirmationId: "the player's bank made it",
  userId: 'ignored: who it is, the token says',
  providerReference: 'the provider made it',
  method: "a name in the brand's own catalogue",
  connector: "a name in the brand's own settings",
};

/**
 * What a field names, or null where it is no id. What a path names is one always; of other fields
 * those that look like one.
 * @throws for one that stands in neither table: nothing would watch over it.
 */
export function resolveSubjectKind(
  where: string,
  field: string,
  { isInPath = false } = {},
): SubjectKind | null {
  if (!isInPath && !looksLikeId(field)) return null;
  const kind = kinds[`${where} ${field}`] ?? kinds[field];
  if (kind !== undefined) return kind;
  if (notOurs[field] !== undefined) return null;
  throw new Error(
    `"${field}" of ${where} looks like an id: say in testing/subjects/subject-fields.ts what it ` +
      'names, so that it is tried with what belongs to others, or why it names nothing of ours.',
  );
}

function looksLikeId(field: string): boolean {
  return /(^|[a-z_])(id|Id|ID)s?$|reference$/i.test(field);
}
