import { v7 as uuidv7 } from 'uuid';

/** The least UUIDv7 of a moment: ids carry their time, and every table has an index of them. */
export function idAt(moment: Date): string {
  return uuidv7({ msecs: moment.getTime(), seq: 0, random: new Uint8Array(16) });
}
