import type { ProofFault } from './rewritten.ts';

/** What a process that reads a file ends with; Node's own codes mean that the file is damaged. */
const exitCodes: Record<ExitFault, number> = {
  damaged: 20,
  tooComplex: 21,
  encrypted: 22,
  active: 23,
};

export type ExitFault = Exclude<ProofFault, 'type'>;

/** Lets this process end with the code of a fault. */
export function exitWith(fault: ExitFault): void {
  process.exitCode = exitCodes[fault];
}

export function faultOfExit(code: number): ExitFault {
  const faults = Object.keys(exitCodes) as ExitFault[];
  return faults.find((fault) => exitCodes[fault] === code) ?? 'damaged';
}
