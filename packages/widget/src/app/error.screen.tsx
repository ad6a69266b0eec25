import { useEffect, useEffectEvent, useState } from 'react';
import { makeReference } from '../features/copy/make-reference.ts';
import { Reference } from '../features/copy/reference.tsx';
import { describeFailure, type Failure } from '../features/failure/failure.ts';
import { type Text, useText } from '../i18n/text.ts';
import { readErrorReport } from '../routing/error-report.ts';
import { usePlace, useRouter } from '../routing/use-router.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Screen } from '../ui/screen.tsx';
import { StatusPanel, StatusText } from '../ui/status-panel.tsx';

/** As much of a stack as tells where it began. */
const longestStack = 2000;

/** What the player sees where a screen could not be loaded (§2 "/error"). It reports why. */
export function ErrorScreen() {
  const text = useText();
  const { bridge } = useSession();
  const router = useRouter();
  const place = usePlace();
  const report = readErrorReport(place?.data);
  const { message, stack } = report;
  // The server's own reference where a call failed, else one that the host is told with the error.
  const [own] = useState(makeReference);
  const reference = report.failure?.reference ?? own;

  useEffect(() => {
    bridge.send({ messageType: 'Metric', payload: { name: 'error', value: message } });
    bridge.send({ messageType: 'Metric', payload: { name: 'error.reference', value: reference } });
    if (stack === undefined || stack === '') return;
    const value = stack.slice(0, longestStack);
    bridge.send({ messageType: 'Metric', payload: { name: 'error.stack', value } });
  }, [bridge, message, stack, reference]);

  // Where something could not be shown it is asked for again; else the way back is all there is.
  const handleRefresh = () =>
    router.navigate({
      to: router.resolveName(report.wanted?.name ?? place?.search.backRoute),
      ...(report.wanted && { search: report.wanted.search }),
      replace: true,
    });
  // What failed for want of a token is asked for again with the next one.
  const isSignedOut = report.failure?.code.startsWith('auth.') === true;
  const handleToken = useEffectEvent(handleRefresh);
  useEffect(() => {
    if (!isSignedOut) return;
    return bridge.onMessage(({ messageType }) => {
      if (messageType === 'token-updated') handleToken();
    });
  }, [bridge, isSignedOut]);
  return (
    <Screen
      layout="centered"
      footer={<Button onClick={handleRefresh}>{text('error.refresh')}</Button>}
    >
      <div role="alert">
        <StatusPanel tone="danger" title={text('error.title')}>
          <StatusText>{reasonOf(report.failure, text)}</StatusText>
          <Reference reference={reference} />
        </StatusPanel>
      </div>
    </Screen>
  );
}

/** Words for a failure that the server or the network accounts for; else the section's own (§2). */
function reasonOf(failure: Failure | undefined, text: Text): string {
  if (failure === undefined) return text('error.refreshHint');
  return describeFailure(failure, text, 'error.refreshHint');
}
