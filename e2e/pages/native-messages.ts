/** A message of the widget's, as a native app gets it. */
export interface NativeMessage {
  messageType: string;
  payload?: Record<string, unknown>;
}

/** What the widget said to a native app, in its order. */
export class NativeMessages {
  readonly all: NativeMessage[];

  constructor(all: NativeMessage[] = []) {
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
