import type { TcpRelay } from './tcp-relay';

export interface LineFault {
  /** The rest of a sentence that begins with "the connection to the server". */
  name: string;
  begin(relay: TcpRelay): Promise<void> | void;
  end(relay: TcpRelay): Promise<void> | void;
  /** True if callers notice the fault only when their time limit expires. */
  isSilent: boolean;
}

const pass = (relay: TcpRelay) => relay.pass();
const nothing = () => undefined;

/** The ways in which the connection to a server can fail. */
export const LINE_FAULTS: readonly LineFault[] = [
  { name: 'swallows every byte', begin: (relay) => relay.swallow(), end: pass, isSilent: true },
  {
    name: 'falls silent in the middle of an answer',
    begin: (relay) => relay.cutNextAnswer('silent'),
    end: nothing,
    isSilent: true,
  },
  {
    name: 'is reset in the middle of an answer',
    begin: (relay) => relay.cutNextAnswer('reset'),
    end: nothing,
    isSilent: false,
  },
  {
    name: 'is cut, so that the server refuses connections',
    begin: (relay) => relay.cut(),
    end: (relay) => relay.mend(),
    isSilent: false,
  },
];
