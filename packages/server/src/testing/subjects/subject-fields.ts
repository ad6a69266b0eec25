import type { SubjectKind } from './make-subject.ts';

/**
 * The kind of subject that each id field names. A key with a call name before it applies to that
 * call only.
 */
const kinds: Record<string, SubjectKind> = {
  depositId: 'deposit',
  withdrawalId: 'withdrawal',
  refundId: 'refund',
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
  requisiteId: 'requisite',
  statementId: 'statement',
  fileId: 'payoutFile',
  pendingActId: 'pendingAct',
  transferId: 'bankTransfer',
  claimId: 'claim',
  chainPaymentId: 'chainPayment',
  detailsId: 'withdrawalDetails',
  'deposit-create detailsId': 'depositDetails',
  'deposit-create-sweepstake detailsId': 'depositDetails',
  'deposit-create-p2p detailsId': 'p2pDetails',
  // Only a deposit that is paid on a page of the widget moves to another device.
  'deposit-device-code depositId': 'invoicedDeposit',
  // Of a canceled deposit it says that the deposit has ended, without asking the provider.
  'external-deposit-continue depositId': 'canceledDeposit',
  // Only a deposit that waits for more fields can continue.
  'deposit-create depositId': 'incompleteDeposit',
  'deposit-create-sweepstake depositId': 'incompleteDeposit',
  'deposit-create-p2p depositId': 'incompleteP2pDeposit',
};

/** Fields that look like ids but name nothing of Kassa's, and why. */
const notOurs: Record<string, string> = {
  confirmationId: "the player's bank made it",
  userId: 'ignored: the token names the player',
  providerReference: 'the provider made it',
  offerId: 'the provider made it',
  forfeitedBonusIds: "compared with the player's own bonuses, and never looked up",
  method: "a name in the brand's own catalogue",
  connector: "a name in the brand's own settings",
  account: "a name in the brand's own settings",
  blockchain: 'a public name',
  boxId: "a name in the brand's own catalogue",
  package: "a name in the brand's own catalogue, or one that it gave a package itself",
  'deposit-create-sweepstake bonusId': 'refused before it is looked up: a package has no bonus',
  isVoid: 'a yes or no',
  hasReference: 'a yes or no',
};

/**
 * Returns the kind of subject that a field names, or null if the field is no id. A path parameter
 * is always an id; other fields are ids if their name looks like one.
 * @throws if an id field is in neither table, since no test would then cover it.
 */
export function resolveSubjectKind(
  where: string,
  field: string,
  { isInPath = false } = {},
): SubjectKind | null {
  if (!isInPath && !looksLikeId(field)) return null;
  if (notOurs[`${where} ${field}`] !== undefined) return null;
  const kind = kinds[`${where} ${field}`] ?? kinds[field];
  if (kind !== undefined) return kind;
  if (notOurs[field] !== undefined) return null;
  throw new Error(
    `"${field}" of ${where} looks like an id. Name its kind in testing/subjects/subject-fields.ts, ` +
      'so that tests try it with subjects of others, or the reason why it names nothing of Kassa.',
  );
}

function looksLikeId(field: string): boolean {
  return /(^|[a-z_])(id|Id|ID)s?$|reference$/i.test(field);
}
