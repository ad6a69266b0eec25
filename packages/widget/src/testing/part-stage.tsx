import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, use, useState } from 'react';
import type { StartedSession } from '../app/start-session.ts';
import { TextProvider } from '../i18n/text-provider.tsx';
import type { Router } from '../routing/router.ts';
import { RouterContext } from '../routing/use-router.ts';
import { SessionContext } from '../session/session.ts';
import { Screen } from '../ui/screen.tsx';
import { StageLocaleContext, type StageOptions, setStage, useSpoken } from './stage.tsx';

interface PartProps {
  started: StartedSession;
  router: Router;
  children: ReactNode;
}

/** A part of a screen in a session. */
function Part({ started, router, children }: PartProps) {
  const { session, messages, queryClient } = started;
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queryClient}>
        <TextProvider locale={session.locale} messages={messages} onError={() => {}}>
          <RouterContext value={router}>{children}</RouterContext>
        </TextProvider>
      </QueryClientProvider>
    </SessionContext>
  );
}

/** Sets up a session over fakes around a part of a screen. */
export function setPartStage(part: ReactNode, options: StageOptions = {}) {
  const { started, router, ...stage } = setStage(options);
  const element = (
    <Part started={started} router={router}>
      {part}
    </Part>
  );
  return { ...stage, started, router, element };
}

interface PartStageProps extends StageOptions {
  children: ReactNode;
}

/** A part of a screen over fakes, for stories of a part that no screen shows yet. */
export function PartStage({ children, ...options }: PartStageProps) {
  const locale = use(StageLocaleContext);
  const [{ started, router }] = useState(() => setStage({ locale, ...options }));
  return (
    <Part started={useSpoken(started)} router={router}>
      <Screen layout="form">
        <h1>Kassa</h1>
        {children}
      </Screen>
    </Part>
  );
}
