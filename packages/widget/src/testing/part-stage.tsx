import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, use, useState } from 'react';
import { TextProvider } from '../i18n/text-provider.tsx';
import { RouterContext } from '../routing/use-router.ts';
import { SessionContext } from '../session/session.ts';
import { Screen } from '../ui/screen.tsx';
import { StageLocaleContext, type StageOptions, setStage } from './stage.tsx';

/** Sets up a session over fakes around a part of a screen. */
export function setPartStage(part: ReactNode, options: StageOptions = {}) {
  const stage = setStage(options);
  const { session, messages, queryClient } = stage.started;
  const element = (
    <SessionContext value={session}>
      <QueryClientProvider client={queryClient}>
        <TextProvider locale={session.locale} messages={messages} onError={() => {}}>
          <RouterContext value={stage.router}>{part}</RouterContext>
        </TextProvider>
      </QueryClientProvider>
    </SessionContext>
  );
  return { ...stage, element };
}

interface PartStageProps extends StageOptions {
  children: ReactNode;
}

/** A part of a screen over fakes, for stories of a part that no screen shows yet. */
export function PartStage({ children, ...options }: PartStageProps) {
  const locale = use(StageLocaleContext);
  const part = (
    <Screen layout="form">
      <h1>Kassa</h1>
      {children}
    </Screen>
  );
  const [stage] = useState(() => setPartStage(part, { locale, ...options }));
  return stage.element;
}
