import { v7 as uuidv7 } from 'uuid';

/**
 * Returns the least UUIDv7 of a moment. Ids contain their time, so a query for a time range can use
 * the index of ids that every table has.
 */
export function idAt(moment: Date): string {
  return uuidv7({ msecs: moment.getTime(), seq: 0, random: new Uint8Array(16) });
}
