import type { Experiment } from '@kassa/contract';

/** The payload of the host's `loaded` message, not validated yet. */
export type HostPayload = { [name: string]: unknown };

/** Reads the payload of a `loaded` message; null for any other message. */
export function readHostData(data: unknown): HostPayload | null {
  try {
    const message: unknown = JSON.parse(String(data));
    if (!isRecord(message) || message.messageType !== 'loaded') return null;
    return isRecord(message.payload) ? message.payload : null;
  } catch {
    return null;
  }
}

/** Returns a text; undefined for anything else, and for an empty one. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function isRecord(value: unknown): value is HostPayload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the valid experiments of a payload. */
export function readExperiments({ experiments }: HostPayload): Experiment[] {
  return Array.isArray(experiments) ? experiments.filter(isExperiment) : [];
}

function isExperiment(value: unknown): value is Experiment {
  return isRecord(value) && typeof value.key === 'string' && typeof value.group === 'string';
}
