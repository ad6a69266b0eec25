import { UnifiedFormScreen } from '../../flows/deposit/created/invoice/unified-form.screen.tsx';

/** The unified form of a payment from person to person (§4 "P2P deposit"). */
export function PeerToPeerUnifiedFormScreen() {
  return <UnifiedFormScreen page="Peer to peer unified form" />;
}
