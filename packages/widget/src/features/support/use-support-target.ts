import { isSafeLink } from '@kassa/contract';
import { isWebAddress } from '../../popup/is-web-address.ts';
import { useSession } from '../../session/session.ts';

/** Beside https, a support may be a chat or a mailbox. The brand names it. */
const supportSchemes = ['tg', 'mailto'];

/**
 * Returns the attributes of a link to support; null without an address that may be one. A page has a window of
 * its own, and so has any support in a native app: a link from a browser to an app leaves an empty window behind.
 */
export function useSupportTarget(address: string | undefined) {
  const { bridge } = useSession();
  if (address === undefined || !isSafeLink(address, supportSchemes)) return null;
  const hasWindow = bridge.isNative || isWebAddress(address);
  return { href: address, ...(hasWindow && { target: '_blank', rel: 'noopener noreferrer' }) };
}
