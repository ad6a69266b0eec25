import { paths } from '../../app/paths.ts';

interface DepositPlace {
  /** `method` of the address. */
  method: string | undefined;
  chosenMethod: string | null;
}

/** §2: a deposit screen entered without a chosen method leads to the list. */
export function requireMethod({ method, chosenMethod }: DepositPlace): string | null {
  return method === undefined && chosenMethod === null ? paths.depositList : null;
}

/** The complete page shows one deposit; without one there is nothing to show. */
export function requireDeposit({ depositId }: { depositId: string | undefined }): string | null {
  return depositId === undefined ? paths.depositList : null;
}

/** A group's screen shows one group. */
export function requireGroup({ group }: { group: string | undefined }): string | null {
  return group === undefined ? paths.depositList : null;
}
