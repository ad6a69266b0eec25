import { vi } from 'vitest';

type Outcome = 'loaded' | 'failed' | 'silent';

/**
 * Plays the network for scripts that are put into the page. `arrive` runs a script that loads.
 * Returns their addresses, in order.
 */
export function fakeScripts(
  outcomes: readonly Outcome[] | Outcome,
  arrive: () => void = () => {},
): string[] {
  const addresses: string[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) continue;
      addresses.push(node.src);
      const outcome = typeof outcomes === 'string' ? outcomes : outcomes[addresses.length - 1];
      if (outcome === 'loaded') arrive();
      queueMicrotask(() => {
        if (outcome === 'loaded') node.onload?.call(node, new Event('load'));
        if (outcome === 'failed') node.onerror?.call(node, new Event('error'));
      });
    }
  });
  return addresses;
}
