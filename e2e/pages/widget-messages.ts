/** A message of the widget, as received by its host. */
export interface WidgetMessage {
  messageType: string;
  payload?: Record<string, unknown>;
}

/** The widget's messages to its host, in order. */
export class WidgetMessages {
  readonly all: WidgetMessage[];

  constructor(all: WidgetMessage[] = []) {
    this.all = all;
  }

  /** The distinct types, in the order of their first messages. */
  get types(): string[] {
    return [...new Set(this.all.map(({ messageType }) => messageType))];
  }

  /** Returns the payloads of one type. */
  payloads(type: string): unknown[] {
    return this.all.filter(({ messageType }) => messageType === type).map(({ payload }) => payload);
  }
}
