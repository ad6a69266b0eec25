import type { LocaleTag } from '@kassa/contract';
import type { Decorator, Preview } from '@storybook/react-vite';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { configure, sb } from 'storybook/test';
import { loadFormats } from '../src/i18n/formats.ts';
import { applyLocale, resolvePlayerLocale } from '../src/i18n/player-locale.ts';
import { TextProvider } from '../src/i18n/text-provider.tsx';
import { languagesWithMessages, messagesOf, StageLocaleContext } from '../src/testing/stage.tsx';
import { applyTheme } from '../src/ui/theme.ts';
import '../src/ui/tokens.css';
import '../src/ui/base.css';

// A story's play function waits for its screen, however slow the machine is.
configure({ asyncUtilTimeout: 45_000 });

// Stories aren't visits, and no server receives measurements.
sb.mock(import('../src/telemetry/start-rum.ts'));

/** Renders a story in the theme and the language of the toolbar. */
const withToolbar: Decorator = (Story, { globals }) => {
  const requested = String(globals.locale);
  const forced = globals.direction === 'auto' ? undefined : globals.direction;
  applyTheme(document.documentElement, globals.theme === 'dark' ? 'dark' : 'light');
  return (
    <Spoken requested={requested} forced={forced} key={requested}>
      <Story />
    </Spoken>
  );
};

interface SpokenProps {
  requested: string;
  /** The direction of the page, where it isn't the language's. */
  forced: 'ltr' | 'rtl' | undefined;
  children: ReactNode;
}

/**
 * A story in a language. The event `speak` names another one: the texts of what is shown change at
 * once, without another play.
 */
function Spoken({ requested, forced, children }: SpokenProps) {
  const [spoken, setSpoken] = useState(requested);
  useEffect(() => {
    const speak = (event: Event) =>
      flushSync(() => setSpoken(event instanceof CustomEvent ? String(event.detail) : requested));
    window.addEventListener('speak', speak);
    return () => window.removeEventListener('speak', speak);
  }, [requested]);
  const locale = resolvePlayerLocale(spoken);
  const root = document.documentElement;
  applyLocale(root, locale);
  if (forced !== undefined) root.dir = forced;
  return (
    <StageLocaleContext value={spoken}>
      <TextProvider locale={locale} messages={messagesOf(locale.tag)} onError={console.error}>
        {children}
      </TextProvider>
    </StageLocaleContext>
  );
}

/** Every language that has a file, with its own name for itself. */
const languages = (languagesWithMessages as LocaleTag[]).map((tag) => ({
  value: tag,
  title: new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag,
  right: tag,
}));

const size = (name: string, width: number, height: number) => ({
  name,
  styles: { width: `${width}px`, height: `${height}px` },
});

const preview: Preview = {
  decorators: [withToolbar],
  // A story may speak any of them.
  beforeAll: async () => {
    await Promise.all(languages.map(({ value }) => loadFormats(value)));
  },
  // All stories share one page: each starts with an empty storage.
  beforeEach: () => {
    localStorage.clear();
    sessionStorage.clear();
  },
  parameters: {
    layout: 'fullscreen',
    viewport: {
      options: {
        small: size('Small phone', 320, 640),
        phone: size('Phone', 390, 844),
        desktop: size('Desktop', 1280, 800),
      },
    },
  },
  initialGlobals: { theme: 'light', locale: 'en', direction: 'auto' },
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true },
    },
    locale: {
      description: 'Language',
      toolbar: { icon: 'globe', items: languages, dynamicTitle: true },
    },
    direction: {
      description: 'Direction: of the language, unless forced',
      toolbar: { icon: 'transfer', items: ['auto', 'ltr', 'rtl'], dynamicTitle: true },
    },
  },
};

export default preview;
