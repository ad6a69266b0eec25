/** A message of the widget's, as its host gets it. */
export interface WidgetMessage {
  messageType: string;
  payload?: Record<string, unknown>;
}

/** What the widget said to its host, in its order. */
export class WidgetMessages {
  readonly all: WidgetMessage[];

  constructor(all: WidgetMessage[] = []) {
    this.all = all;
  }

  /** The types, each once, in the order of their first. */
  get types(): string[] {
    return [...new Set(this.all.map(({ messageType }) => messageType))];
  }

  /** The payloads of one type. */
  payloads(type: string): unknown[] {
    return this.all.filter(({ messageType }) => messageType === type).map(({ payload }) => payload);
  }
}
