import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Label } from './lighting.queries';
import { type Command, useLightingCommand } from './use-lighting-command';

/** A key that is pressed several times sends one command. */
const RESTING_MS = 300;

/** A level that the user has chosen with the slider. */
export interface ChosenLevel {
  value: number;
  /** `moving` while the user moves the slider, `resting` until the level is sent. */
  stage: 'moving' | 'resting' | 'sent';
  /** The reported state at the time of the choice. */
  reported: string;
}

export interface LightControl {
  isSending: boolean;
  /** Whether the last command has failed for at least one light. */
  hasFailed: boolean;
  /** Null if the last command was another one. */
  chosen: ChosenLevel | null;
  /** Moves the slider. A level that rests is sent a moment later, once the previous command has ended. */
  choose: (chosen: ChosenLevel) => void;
  /**
   * Sends a command, once the previous ones have ended. A level that is not yet sent is dropped, because it is older.
   */
  send: (command: Command) => void;
}

/** Controls the lights of a label by commands and by a slider. */
export function useLightControl(label: Label): LightControl {
  const { mutateAsync, isPending, isError, data: isAccepted } = useLightingCommand(label);
  const [chosen, choose] = useState<ChosenLevel | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const enqueue = (command: Command) => {
    // A failure has its own message, and does not stop the next command.
    last.current = last.current.then(() => mutateAsync(command)).catch(() => {});
  };
  const sendLevel = useEffectEvent(() => {
    if (chosen?.stage !== 'resting') return;
    choose({ ...chosen, stage: 'sent' });
    enqueue({ action: 'dim', value: chosen.value });
  });
  useEffect(() => {
    if (chosen?.stage !== 'resting' || isPending) return undefined;
    const timer = setTimeout(() => sendLevel(), RESTING_MS);
    return () => clearTimeout(timer);
  }, [chosen, isPending]);
  // If the user leaves the page, the level does not wait until it rests.
  useEffect(() => () => sendLevel(), []);
  return {
    isSending: isPending,
    hasFailed: isError || isAccepted === false,
    chosen,
    choose,
    // Controls are not disabled meanwhile, because a disabled one loses the focus of the keyboard.
    send: (command) => {
      choose(null);
      enqueue(command);
    },
  };
}
