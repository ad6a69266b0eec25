import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { resolveLocale } from '@kassa/contract';
import type { Core, DrawnScreen } from '../core/core.ts';
import { identifyBuild } from './widget-build.ts';

/** The renderer in the widget's build. */
interface Renderer {
  renderFirstScreen: (screen: object) => Promise<string | null>;
  /** Returns a language's messages of its parts, which are files of their own. */
  joinMessages: (parts: readonly unknown[]) => unknown;
}

interface LoadedBuild extends Pick<Renderer, 'renderFirstScreen'> {
  /** Returns a language's messages; null where the build has no file for it. */
  messagesOf: (tag: string) => Promise<unknown>;
}

/**
 * Builds the function that draws first screens, with the renderer of the widget's build. The
 * renderer is loaded with the first screen. Where it fails, the log says so and nothing is drawn.
 */
export function buildDrawScreen(folder: string, log: Core['log']): Core['drawScreen'] {
  let identifying: Promise<string | null> | undefined;
  let loading: Promise<LoadedBuild | null> | undefined;
  const report = (error: unknown) => {
    log.error({ error }, "the widget's first screen could not be drawn; it draws by itself");
    return null;
  };
  const draw = async ({ brandId, screen, ...rest }: DrawnScreen) => {
    const { build, ...asked } = screen;
    // A failure of the build is logged once: it stays until the next start.
    identifying ??= identify(folder).catch(report);
    if (build !== (await identifying)) return null;
    loading ??= loadBuild(folder).catch(report);
    const loaded = await loading;
    if (loaded === null) return null;
    const { messagesOf, renderFirstScreen } = loaded;
    const messages = await messagesOf(resolveLocale(screen.locale));
    if (messages === null) return null;
    return renderFirstScreen({ ...rest, ...asked, product: brandId, messages });
  };
  return (screen) => draw(screen).catch(report);
}

async function identify(folder: string): Promise<string> {
  return identifyBuild(await readFile(path.join(folder, 'index.html'), 'utf8'));
}

async function loadBuild(folder: string): Promise<LoadedBuild> {
  const module = pathToFileURL(path.join(folder, 'server/render-first-screen.mjs')).href;
  const { renderFirstScreen, joinMessages }: Renderer = await import(module);
  const files = (await readdir(path.join(folder, 'locales'))).filter((file) =>
    file.endsWith('.json'),
  );
  const readMessages = async (own: readonly string[]) =>
    joinMessages(
      await Promise.all(own.map((file) => readJson(path.join(folder, 'locales', file)))),
    );
  const messages = new Map<string, Promise<unknown>>();
  return {
    renderFirstScreen,
    messagesOf: async (tag) => {
      const own = files.filter((file) => file.startsWith(`${tag}.`));
      if (own.length === 0) return null;
      const known = messages.get(tag) ?? readMessages(own);
      messages.set(tag, known);
      return known;
    },
  };
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}
