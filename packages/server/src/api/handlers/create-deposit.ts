import type { CallRequest, DepositCreateResponse } from '@kassa/contract';
import type { Caller, Device } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { CreatingWork, KeepAnswer } from '../../ground/idempotency/run-once.ts';
import { lockDeposit, requireDepositId } from '../../money/deposits/load-deposit.ts';
import { comparesPayers } from '../../money/policy/compares-payers.ts';
import type { BegunDeposit } from '../../money/provider-events/fail-over.ts';
import { finishDeposit } from '../../money/provider-events/finish-deposit.ts';
import {
  beginDeposit,
  type PreparedDeposit,
  requireDepositMethod,
} from '../../money/requests/begin-deposit.ts';
import { continueDeposit } from '../../money/requests/continue-deposit.ts';
import { loadPrepared } from '../../money/requests/prepare-deposit.ts';
import type { DepositRequest } from '../../money/requests/resolve-ordered.ts';
import { requireCaptcha } from '../../players/captcha/captcha.ts';
import { loadPlayerData, type PlayerData } from '../../players/player-data.ts';

type Request = DepositRequest & Pick<CallRequest<'deposit-create'>, 'depositId'>;

/** Creates a deposit, or continues the one that the request names, for every call that does so. */
export function createDeposit(
  core: Core,
  caller: Caller,
  { depositId: known, ...request }: Request,
  device: Device,
): CreatingWork<DepositCreateResponse, BegunDeposit | null> {
  const finish = (
    depositId: string,
    begun: BegunDeposit | null,
    keep: KeepAnswer<DepositCreateResponse>,
  ) => finishDeposit(core, caller, depositId, { begun, keep });
  // This request creates no deposit, and its player solved the captcha of the first one.
  if (known !== undefined) {
    return {
      resourceId: requireDepositId(known),
      lock: (tx, depositId) => lockDeposit(tx, caller, depositId),
      begin: async (tx, depositId) => {
        await continueDeposit(core, tx, caller, depositId, request);
        return null;
      },
      finish,
      isSecret: showsDetails,
    };
  }
  let prepared: PreparedDeposit | null = null;
  let player: PlayerData | undefined;
  return {
    verify: async () => {
      const method = requireDepositMethod(core, caller, request);
      // Before the captcha: its solution counts once, and would be used up by a request that fails
      // here.
      prepared = await loadPrepared(core, caller, method, request);
      await requireCaptcha(core, caller, method, request);
      const comparesNames = comparesPayers(core, caller, method);
      player = await loadPlayerData(core, caller, device, { comparesNames });
    },
    begin: (tx, depositId) =>
      beginDeposit(core, tx, caller, depositId, request, { prepared, player }),
    finish,
    isSecret: showsDetails,
  };
}

/** Whether a response shows codes or accounts to pay into, as the widget's own pages do. */
function showsDetails({ apiResponse: { source, data } }: DepositCreateResponse): boolean {
  return source === null && Object.keys(data).length > 0;
}
