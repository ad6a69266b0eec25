/** What Storybook tells, as far as it is asked here. */
interface Happening {
  message?: string;
  title?: string;
}

interface Channel {
  on(event: string, listener: (happening: Happening) => void): void;
  off(event: string, listener: (happening: Happening) => void): void;
  emit(event: string, detail: unknown): void;
}

/** Sets the toolbar of Storybook's page, in which this runs; no story may be shown yet. */
export function setGlobals(globals: Record<string, string>): void {
  const channel: Channel = Reflect.get(window, '__STORYBOOK_ADDONS_CHANNEL__');
  channel.emit('updateGlobals', { globals });
}

/**
 * Shows another story in Storybook's page, in which this runs, and plays it. Answers with what went
 * wrong once it is over.
 */
export function showStory(id: string): Promise<string[]> {
  const channel: Channel = Reflect.get(window, '__STORYBOOK_ADDONS_CHANNEL__');
  const faults: string[] = [];
  const takeFault = ({ title, message }: Happening) => faults.push(title ?? message ?? 'a fault');
  return new Promise((resolve) => {
    const listeners: Record<string, (happening: Happening) => void> = {
      // Already shown: it begins anew.
      storyUnchanged: () => channel.emit('forceRemount', { storyId: id }),
      playFunctionThrewException: takeFault,
      storyThrewException: takeFault,
      storyErrored: takeFault,
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
