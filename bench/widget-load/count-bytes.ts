import type { CDPSession } from 'playwright-core';

export const kinds = ['HTML', 'JS', 'CSS', 'JSON', 'images', 'socket', 'other'] as const;
type Kind = (typeof kinds)[number];

export interface Traffic {
  /** Bytes on the wire: compressed, with the responses' headers. */
  bytes: Record<Kind, number>;
  requestCount: number;
}

/** Counts all bytes from servers of this machine, and over sockets to them, from now on. */
export async function countBytes(session: CDPSession): Promise<Traffic> {
  const traffic: Traffic = {
    bytes: { HTML: 0, JS: 0, CSS: 0, JSON: 0, images: 0, socket: 0, other: 0 },
    requestCount: 0,
  };
  const kindOf = new Map<string, Kind>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { hostname } = new URL(response.url);
    if (hostname === 'localhost') kindOf.set(requestId, toKind(response.mimeType));
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kindOf.get(requestId);
    if (kind === undefined) return;
    traffic.bytes[kind] += encodedDataLength;
    traffic.requestCount += 1;
  });
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    traffic.bytes.socket += Buffer.byteLength(response.payloadData);
  });
  await session.send('Network.enable');
  return traffic;
}

function toKind(mimeType: string): Kind {
  if (mimeType.includes('javascript')) return 'JS';
  if (mimeType.includes('json')) return 'JSON';
  if (mimeType.startsWith('image/')) return 'images';
  if (mimeType === 'text/css') return 'CSS';
  return mimeType === 'text/html' ? 'HTML' : 'other';
}
