import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type StageOptions, setStage } from '../../../testing/stage.tsx';
import { answerOnramp, formPath } from './onramp-answers.ts';

/** Renders a screen of the method. */
export function setUpOnramp({ answers, ...options }: StageOptions = {}) {
  const user = userEvent.setup();
  const stage = setStage({
    path: formPath,
    ...options,
    answers: { ...answerOnramp(), ...answers },
  });
  render(stage.element);
  const callsOf = (name: string) => stage.transport.calls.filter((call) => call.name === name);
  const eventsOf = (event: string) =>
    stage.bridge.sent.flatMap((message) =>
      message.messageType === 'onAnalyticsEvent' && message.payload.event === event
        ? [message.payload]
        : [],
    );
  /** Chooses in a dropdown by typing the beginning of a name. */
  const choose = async (label: string, typed: string, name: RegExp) => {
    await user.click(await screen.findByRole('combobox', { name: label }));
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), typed);
    await user.click(await screen.findByRole('option', { name }));
  };
  return { ...stage, user, callsOf, eventsOf, choose };
}
