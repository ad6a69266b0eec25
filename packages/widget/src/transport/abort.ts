/** Returns why a caller left; browsers before Chrome 98 and Safari 15.4 have no reason. */
export function abortReason(signal: AbortSignal | undefined): unknown {
  return signal?.reason ?? new DOMException('The caller left.', 'AbortError');
}

/** Throws where the caller has left already. Older browsers lack the signal's own method. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortReason(signal);
}
