import * as z from 'zod/mini';
import { paymentMethodSchema } from './entities/payment-method.ts';

/** The response of `POST /{product}/pay`: what another device of the player needs for one deposit. */
export const deviceTicketSchema = z.object({
  /**
   * The bearer token of this device. It is good for `deposit-get`, `deposit-status`,
   * `deposit-complete` and `deposit-cancel` of this deposit, over HTTP.
   */
  ticket: z.string(),
  depositId: z.string(),
  /** The deposit's method; null where the brand no longer has it. */
  method: z.nullable(paymentMethodSchema),
});

export type DeviceTicket = z.infer<typeof deviceTicketSchema>;

/** The calls that a ticket is good for. */
export const ticketCalls = [
  'deposit-get',
  'deposit-status',
  'deposit-complete',
  'deposit-cancel',
] as const;
