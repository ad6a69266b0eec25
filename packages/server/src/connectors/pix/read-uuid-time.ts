/** Returns the time of a UUIDv7 from its first 48 bits (milliseconds); null for other versions. */
export function readUuidTime(uuid: string): Date | null {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i.exec(uuid);
  return match === null ? null : new Date(Number.parseInt(`${match[1]}${match[2]}`, 16));
}
