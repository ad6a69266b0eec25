import { OperatorError } from './operator-error.ts';

/** The brands whose files are being read in this process. */
const reading = new Set<string>();

/**
 * Reads a brand's file, one at a time in this process: a large file takes memory and CPU.
 * @throws OperatorError act.impossible
 */
export async function readAlone<Result>(
  brandId: string,
  read: () => Promise<Result>,
): Promise<Result> {
  if (reading.has(brandId)) throw isImporting();
  reading.add(brandId);
  try {
    return await read();
  } finally {
    reading.delete(brandId);
  }
}

/** The refusal of a file while another one of the brand is being imported. */
export function isImporting(): OperatorError {
  const message = 'Another file is being imported. Try again when it is stored.';
  return new OperatorError('act.impossible', message);
}
