/** The data of Storybook's events, as far as it is used here. */
interface StorybookEvent {
  message?: string;
  title?: string;
}

interface Channel {
  on(event: string, listener: (event: StorybookEvent) => void): void;
  off(event: string, listener: (event: StorybookEvent) => void): void;
  emit(event: string, detail: unknown): void;
}

/** Sets the toolbar of Storybook's page, in which this function runs, before any story is shown. */
export function setGlobals(globals: Record<string, string>): void {
  const channel: Channel = Reflect.get(window, '__STORYBOOK_ADDONS_CHANNEL__');
  channel.emit('updateGlobals', { globals });
}

/**
 * Shows another story in Storybook's page, in which this function runs, and plays it. Returns the
 * errors once it has finished.
 */
export function showStory(id: string): Promise<string[]> {
  const channel: Channel = Reflect.get(window, '__STORYBOOK_ADDONS_CHANNEL__');
  const faults: string[] = [];
  const addError = ({ title, message }: StorybookEvent) =>
    faults.push(title ?? message ?? 'unknown error');
  return new Promise((resolve) => {
    const listeners: Record<string, (event: StorybookEvent) => void> = {
      // The story is shown already and restarts.
      storyUnchanged: () => channel.emit('forceRemount', { storyId: id }),
      playFunctionThrewException: addError,
      storyThrewException: addError,
      storyErrored: addError,
      storyMissing: () => finish(['The story is missing.']),
      storyFinished: () => finish(faults),
    };
    const finish = (outcome: string[]) => {
      for (const [event, listener] of Object.entries(listeners)) channel.off(event, listener);
      resolve([...new Set(outcome)]);
    };
    for (const [event, listener] of Object.entries(listeners)) channel.on(event, listener);
    channel.emit('setCurrentStory', { storyId: id, viewMode: 'story' });
  });
}
