import type { PaymentMethod } from '@kassa/contract';
import type { Session } from '../../session/session.ts';
import { isPeerToPeer } from './method-kinds.ts';

/**
 * §8: tells the host of a response that can't be paid by, for a method that is paid from person to
 * person.
 * @param message - names of what is wrong, without any value
 */
export function reportInvalid({ bridge }: Session, method: PaymentMethod, message: string): void {
  if (!isPeerToPeer(method)) return;
  const payload = { paymentType: method.name, paymentMethod: method.name, message };
  bridge.send({ messageType: 'onInvalidP2PResponse', payload });
}
