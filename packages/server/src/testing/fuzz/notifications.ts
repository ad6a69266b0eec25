import fc from 'fast-check';
import { signSandboxText } from '../sandbox-event.ts';
import { hostileText, writeJson } from './hostile-values.ts';
import { mutated } from './mutated-request.ts';
import { type RawRequest, writeHeader, writePath } from './raw-request.ts';

/** The subjects of the sandbox provider's notifications, by event type. */
const subjects = {
  'payment.updated': {
    payment: {
      merchantReference: '',
      status: 'approved',
      amount: '50.00',
      currency: 'EUR',
      paidAmount: '50.00',
      paidCurrency: 'EUR',
      fee: '0.50',
    },
  },
  'receipt.created': {
    receipt: { merchantReference: '', amount: '7.25', currency: 'EUR', fee: null },
  },
  'reversal.created': {
    reversal: { merchantReference: '', kind: 'chargeback', amount: '5.00', currency: 'EUR' },
  },
  'payout.updated': {
    payout: {
      merchantReference: '',
      status: 'completed',
      amount: '20.00',
      currency: 'EUR',
      paidAmount: '20.00',
      paidCurrency: 'EUR',
      fee: null,
    },
  },
};

/**
 * Notifications about these subjects, most of them changed, most of them with a valid signature.
 */
export function notifications(
  addresses: string[],
  references: string[],
  secret: string,
): fc.Arbitrary<RawRequest> {
  const events = Object.entries(subjects).map(([type, subject]) => {
    const [[name, sample]] = Object.entries(subject) as [[string, Record<string, unknown>]];
    const fields = fc
      .record({ id: fc.uuid(), merchantReference: fc.constantFrom(...references) })
      .map((ids) => ({ ...sample, ...ids }));
    const body = mutated(fields, ['id', ...Object.keys(sample)]);
    return fc.tuple(fc.uuid(), body).map(([eventId, it]) => ({ eventId, type, [name]: it }));
  });
  const event = mutated(fc.oneof(...events), ['eventId', 'type', 'payment']);
  const path = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...addresses) },
    {
      weight: 1,
      arbitrary: hostileText.map(
        (text) => `/api/providers/${encodeURIComponent(text.toWellFormed())}/sandbox/notifications`,
      ),
    },
  );
  const signature = fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    {
      weight: 2,
      arbitrary: fc.oneof(
        hostileText.map(writeHeader),
        fc.constantFrom('', 't=1,v1=0', `t=1,v1=${'0'.repeat(64)}`, `t=${'9'.repeat(12)},v1=`),
      ),
    },
  );
  return fc.tuple(path, event, signature, hostileText).map(([to, body, forged, text]) => {
    const signed = signSandboxText(
      typeof body === 'string' ? text : writeJson(body),
      secret,
      new Date(),
    );
    const headers = {
      ...signed.headers,
      ...(forged === null ? {} : { 'sandbox-signature': forged }),
    };
    return {
      method: 'POST',
      path: writePath(to),
      headers: Object.entries(headers),
      body: Buffer.from(signed.body),
    };
  });
}
