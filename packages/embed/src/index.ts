export {
  type CashierEventType,
  type CashierHandle,
  type CashierListeners,
  type CashierOptions,
  mountCashier,
} from './mount-cashier.ts';
export { type WidgetEventPayload, widgetMessageTypes } from './widget-message.ts';
